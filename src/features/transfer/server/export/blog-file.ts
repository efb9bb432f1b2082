import { stringify } from 'yaml';
import { fold } from '../../../../platform/text/fold.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { ZipEntry } from './write-zip.ts';

/** What of a blog goes into its file. */
export interface ExportedBlog {
  readonly id: string;
  readonly title: string;
  readonly image_url: string;
  readonly image_alt: string;
  readonly category: string;
  readonly short_description: string;
  readonly long_description: string;
  readonly author_name: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Letters of a title that go into a file's name. */
const slugMax = 60;
const idTailLength = 8;

/** Tells the import that the text is exactly what was written here. */
export const ownFormat = 'the-content-hub/1';

function nameOf({ title, id, created_at }: ExportedBlog): string {
  const words = fold(title).match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-').slice(0, slugMax).replace(/-$/, '');
  const day = isoOf(created_at).slice(0, 10);
  // The end of the id is its random part: titles may be alike.
  return `${[day, slug, id.slice(-idTailLength)].filter(Boolean).join('-')}.md`;
}

/** A blog as a Markdown file with front matter, as other sites' tools and the import read them. */
export function blogFile(blog: ExportedBlog): ZipEntry {
  const fields = {
    title: blog.title,
    date: isoOf(blog.created_at),
    ...(blog.author_name && { author: blog.author_name }),
    category: blog.category,
    image: blog.image_url,
    ...(blog.image_alt && { image_alt: blog.image_alt }),
    description: blog.short_description,
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
