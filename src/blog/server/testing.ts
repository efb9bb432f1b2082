import {
  type ImportedBlog,
  publishImported,
} from '../../features/transfer/server/import/publish-imported.ts';
import type { Storage } from '../../storage/storage.ts';

/** 1 January 2026; each further blog of a test is a minute younger. */
const firstDay = Date.UTC(2026, 0, 1);

/** Puts blogs into the database of a test: what a test doesn't care about is filled in. */
export async function givenBlogs(
  storage: Storage,
  blogs: readonly Partial<ImportedBlog>[],
): Promise<void> {
  await storage.write(async (write) => {
    for (const [index, blog] of blogs.entries()) {
      await publishImported(write, {
        sourceKey: `test:${blog.title ?? ''}:${index}`,
        title: `Blog ${index + 1}`,
        imageUrl: '/images/categories/other.webp',
        category: 'Other',
        shortDescription: 'Short.',
        longDescription: 'Some words.',
        author: null,
        createdAt: firstDay + index * 60_000,
        ...blog,
      });
    }
  });
}
