import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { categories } from '../../../../blog/contract.ts';
import { createTextWorker } from './items/text-worker.ts';
import type { ImportedAuthor, ImportedBlog } from './publish-imported.ts';
import { readFrontMatter } from './read-front-matter.ts';

const authorsSchema = z.array(
  z.object({
    slug: z.string(),
    name: z.string(),
    bio: z.string().nullable().default(null),
    photo: z.string().nullable().default(null),
  }),
);

const blogSchema = z.object({
  title: z.string(),
  date: z.iso.datetime(),
  category: z.enum(categories),
  /** The author's slug. */
  author: z.string(),
  image: z.string(),
  description: z.string(),
});

async function readAuthors(file: string): Promise<(slug: string) => ImportedAuthor> {
  const authors = authorsSchema.parse(parse(await readFile(file, 'utf8')));
  const bySlug = new Map(authors.map(({ slug, ...author }) => [slug, author]));
  return (slug) => {
    const author = bySlug.get(slug);
    if (!author) throw new Error(`The author ${slug} isn't in ${path.basename(file)}.`);
    return author;
  };
}

/** Reads the demo content of `folder`: `authors.yaml`, and a Markdown file for each blog in `blogs`. */
export async function readDemo(folder: string): Promise<readonly ImportedBlog[]> {
  const blogsFolder = path.join(folder, 'blogs');
  const authorNamed = await readAuthors(path.join(folder, 'authors.yaml'));
  const blogs: ImportedBlog[] = [];
  const worker = createTextWorker();
  try {
    for (const name of (await readdir(blogsFolder)).toSorted()) {
      const source = await readFile(path.join(blogsFolder, name), 'utf8');
      const { fields, body } = readFrontMatter(source);
      const given = blogSchema.parse(Object.fromEntries(fields));
      const { text, layout } = await worker.finish({
        title: given.title,
        markdown: body,
        summary: given.description,
        cover: { address: given.image, alternativeText: '' },
        tags: [],
        category: given.category,
        names: new Map(),
      });
      blogs.push({
        ...text,
        layout,
        author: authorNamed(given.author),
        createdAt: Date.parse(given.date),
        sourceKey: `demo:${path.parse(name).name}`,
      });
    }
  } finally {
    await worker.close();
  }
  return blogs;
}
