import path from 'node:path';
import { type FrontMatter, listField } from '../../read-front-matter.ts';

/** Fields in which Jekyll takes a text for several names with spaces between them. */
const plural = new Set(['tags', 'categories']);

/** The names in a field by Jekyll's rules; with commas, which it doesn't know, they are what stands between those. */
export function jekyllNames(fields: FrontMatter, name: string): readonly string[] {
  const value = fields.get(name);
  if (plural.has(name) && typeof value === 'string' && !value.includes(','))
    return value.split(/\s+/).filter(Boolean);
  return listField(fields, name);
}

/** The title of a post without one: its file's name, as Jekyll shows it. */
export function jekyllTitle(file: string): string {
  const slug = path.posix.parse(file).name.replace(/^\d{2,4}-\d{1,2}-\d{1,2}-/, '');
  return slug
    .split(/[-_]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
