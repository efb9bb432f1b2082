import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Reader, Storage } from '../../../../storage/storage.ts';
import { findSources, type Source } from './find-sources.ts';
import { type ImportedAuthor, publishImported } from './publish-imported.ts';
import { SourceProblem } from './read-front-matter.ts';
import { readSource } from './read-source.ts';

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
  const keyOf = ({ name }: Source) => `demo:${path.parse(name).name}`;
  const blogs = await Promise.all(
    sources.map((source) => readSource(source, { authorNamed, keyOf })),
  );
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
