import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Reader, Storage } from '../../../../storage/storage.ts';
import { findSources } from './find-sources.ts';
import { type ImportedAuthor, type ImportedBlog, publishImported } from './publish-imported.ts';
import { SourceProblem } from './read-front-matter.ts';
import { createSourceReader } from './source-reader.ts';

const authorsSchema = z.array(
  z.object({
    slug: z.string(),
    name: z.string(),
    bio: z.string().nullable().default(null),
    photo: z.string().nullable().default(null),
  }),
);

async function readAuthors(file: string): Promise<(slug: string) => ImportedAuthor> {
  const authors = authorsSchema.parse(parse(await readFile(file, 'utf8')));
  const bySlug = new Map(authors.map(({ slug, ...author }) => [slug, author]));
  return (slug) => {
    const author = bySlug.get(slug);
    if (!author) throw new SourceProblem(`its author ${slug} isn't in ${path.basename(file)}`);
    return author;
  };
}

/**
 * Fills an empty database with the demo content of `folder`: `authors.yaml`, and a Markdown file for each blog in
 * `blogs`. All or nothing, in one write. Resolves to the number of blogs: 0 where there is any blog already.
 */
export async function fillWithDemo(storage: Storage, folder: string): Promise<number> {
  if (await hasBlogs(storage.reader)) return 0;
  const sources = await findSources(path.join(folder, 'blogs'));
  const authorNamed = await readAuthors(path.join(folder, 'authors.yaml'));
  const blogs: ImportedBlog[] = [];
  const reader = createSourceReader();
  try {
    for (const source of sources) {
      const { authorName, ...blog } = await reader.read(source, {});
      const author = authorName === undefined ? null : authorNamed(authorName);
      blogs.push({ ...blog, author, sourceKey: `demo:${path.parse(source.name).name}` });
    }
  } finally {
    await reader.close();
  }
  return storage.write(async (write) => {
    // Another process may have filled it since.
    if (await hasBlogs(write.db)) return 0;
    for (const blog of blogs) await publishImported(write, blog);
    return blogs.length;
  });
}

async function hasBlogs(db: Reader): Promise<boolean> {
  return (await db.selectFrom('blogs').select('id').limit(1).executeTakeFirst()) !== undefined;
}
