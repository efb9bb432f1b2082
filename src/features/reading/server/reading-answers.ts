import { presentSummary } from '../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import type { Storage } from '../../../storage/storage.ts';
import { featuredBlogs, latestBlogs } from '../contract.ts';
import { findFeatured, findLatest } from './find-lists.ts';

/** The short lists that stand on every page. */
export function readingAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  return [
    answer(latestBlogs, async () => (await findLatest(storage.reader)).map(presentSummary)),
    answer(featuredBlogs, async () => (await findFeatured(storage.reader)).map(presentSummary)),
  ];
}
