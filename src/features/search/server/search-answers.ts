import { presentSummary } from '../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import type { Storage } from '../../../storage/storage.ts';
import { allBlogs, pageSize } from '../contract.ts';
import { decodeCursor, encodeCursor, findPage } from './find-page.ts';
import { planTitleSearch } from './title-search.ts';

/** All blogs, filtered and searched, a page at a time. */
export function searchAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  return [
    answer(allBlogs, async ({ query }, { reply }) => {
      const { reader } = storage;
      const { rows, next } = await findPage(reader, {
        ...query,
        search: await planTitleSearch(reader, query.search),
        after: query.cursor ? decodeCursor(query.cursor) : undefined,
        limit: query.limit ?? pageSize,
      });
      if (next) {
        const cursor = encodeCursor(next);
        reply.header('link', `<${addressOf(allBlogs.path, {}, { ...query, cursor })}>; rel="next"`);
      }
      return rows.map(presentSummary);
    }),
  ];
}
