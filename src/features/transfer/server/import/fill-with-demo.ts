import type { Reader, Storage } from '../../../../storage/storage.ts';
import { publishImported } from './publish-imported.ts';

/**
 * Fills an empty database with the demo content of `folder` in one atomic write. Resolves to the number of blogs: 0 if
 * there are blogs already.
 */
export async function fillWithDemo(storage: Storage, folder: string): Promise<number> {
  if (await hasBlogs(storage.reader)) return 0;
  // Only needed once per site, so loaded on demand.
  const { readDemo } = await import('./read-demo.ts');
  const blogs = await readDemo(folder);
  return storage.write(async (write) => {
    // Another process may have filled it in the meantime.
    if (await hasBlogs(write.db)) return 0;
    for (const blog of blogs) await publishImported(write, blog);
    return blogs.length;
  });
}

async function hasBlogs(db: Reader): Promise<boolean> {
  return (
    (await db.selectFrom('published_blogs').select('id').limit(1).executeTakeFirst()) !== undefined
  );
}
