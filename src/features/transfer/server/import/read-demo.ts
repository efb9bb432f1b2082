import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { findSources } from './find-sources.ts';
import type { ImportedAuthor, ImportedBlog } from './publish-imported.ts';
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
 * Reads the demo content of `folder`: `authors.yaml`, and a Markdown file for each blog in `blogs`. Throws
 * `SourceProblem` if one of them can't be a blog.
 */
export async function readDemo(folder: string): Promise<readonly ImportedBlog[]> {
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
  return blogs;
}
