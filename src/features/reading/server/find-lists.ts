import { summaries } from '../../../blog/server/blog-rows.ts';
import type { Reader } from '../../../storage/storage.ts';
import { featuredCount, latestCount } from '../contract.ts';

/** The newest blogs, newest first. */
export function findLatest(db: Reader) {
  return summaries(db)
    .orderBy('blogs.created_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(latestCount)
    .execute();
}

/** The blogs with the most words, most first. */
export function findFeatured(db: Reader) {
  return summaries(db)
    .orderBy('blogs.word_count', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(featuredCount)
    .execute();
}
