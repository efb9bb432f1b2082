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
      const limit = query.limit ?? pageSize;
      const rows = await findPage(reader, {
        ...query,
        search: await planTitleSearch(reader, query.search),
        after: query.cursor ? decodeCursor(query.cursor) : undefined,
        // One more than asked tells whether there is a next page.
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      if (last && rows.length > limit) {
        const cursor = encodeCursor({ createdAt: last.created_at, id: last.id });
        reply.header('link', `<${addressOf(allBlogs.path, {}, { ...query, cursor })}>; rel="next"`);
      }
      return page.map(presentSummary);
    }),
  ];
}
