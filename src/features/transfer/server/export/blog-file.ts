import { stringify } from 'yaml';
import { blogFields, fieldNames, type TextRow } from '../../../../blog/fields.ts';
import { fold } from '../../../../platform/text/fold.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { ZipEntry } from './write-zip.ts';

/** The fields of a blog that its file contains. */
export interface ExportedBlog extends TextRow {
  readonly id: string;
  readonly author_name: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Maximum length of a title's part in a file name. */
const slugMax = 60;
const idTailLength = 8;

/** With it the import takes the text verbatim. */
export const ownFormat = 'the-content-hub/1';

/** The first file of a site export and its first line, by which the import recognizes an archive of any size. */
export const archiveMarkFile = 'README.txt';
export const archiveMark = 'This is all that visitors can read on a site of The Content Hub.';

/** A title as part of a file name or an address; empty without Latin letters or digits. */
export function slugOf(title: string): string {
  const words = fold(title).match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, slugMax).replace(/-$/, '');
}

function nameOf({ title, id, created_at }: ExportedBlog): string {
  const day = isoOf(created_at).slice(0, 10);
  // The end of the id is its random part: titles may be equal.
  return `${[day, slugOf(title), id.slice(-idTailLength)].filter(Boolean).join('-')}.md`;
}

/** The author's fields by their keys in front matter; optional fields only if they aren't empty. */
function frontMatterOf(blog: ExportedBlog): ReadonlyMap<string, string> {
  const written = new Map<string, string>();
  for (const name of fieldNames) {
    const { frontMatter, column, isOptional } = blogFields[name];
    if (frontMatter === null || (isOptional && blog[column] === '')) continue;
    written.set(frontMatter, blog[column]);
  }
  return written;
}

/** A blog or draft as a Markdown file with front matter, readable by other sites' tools and the import. */
export function blogFile(blog: ExportedBlog, { isDraft = false } = {}): ZipEntry {
  const fields = {
    // The fields that other tools need come first.
    title: blog.title,
    date: isoOf(blog.created_at),
    ...(isDraft && { draft: true }),
    ...(blog.author_name && { author: blog.author_name }),
    category: blog.category,
    ...Object.fromEntries(frontMatterOf(blog)),
    format: ownFormat,
  };
  const frontMatter = stringify(fields, {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
  return {
    name: nameOf(blog),
    content: Buffer.from(`---\n${frontMatter}---\n\n${blog.long_description}\n`),
    modifiedAt: blog.updated_at,
  };
}
