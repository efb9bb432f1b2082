import { decodeCursor, linksOf } from '../../../blog/server/blogs-page.ts';
import { extentHeaders } from '../../../blog/server/count-list.ts';
import { presentSummary } from '../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Storage } from '../../../storage/storage.ts';
import { allBlogs, pageSize, searchTexts } from '../contract.ts';
import { findPage } from './find-page.ts';
import { createSearchLimit } from './search-limit.ts';
import { findTexts } from './text-search.ts';
import { planTitleSearch } from './title-search.ts';

interface SearchParts {
  readonly storage: Storage;
  /** Factor on the rate limits; 1 by default, 0 for none. */
  readonly limits?: number;
}

/** Endpoints for the list of all blogs, filtered and searched, and for the search of texts. */
export function searchAnswers({ storage, limits = 1 }: SearchParts): readonly Answer[] {
  const countSearch = createSearchLimit(limits);
  return [
    answer(allBlogs, async ({ query }, { reply }) => {
      const { reader } = storage;
      const { filter, sort } = query;
      const page = await findPage(reader, {
        ...query,
        search: await planTitleSearch(reader, query.search),
        after: query.cursor ? decodeCursor(query.cursor) : undefined,
        limit: query.limit ?? pageSize,
      });
      const link = linksOf(page, (cursor) => addressOf(allBlogs.path, {}, { ...query, cursor }));
      if (link) reply.header('link', link);
      const extent = await extentHeaders(reader, page, {
        of: query.search === '' ? { category: filter } : undefined,
        isOldestFirst: sort === 'oldest',
      });
      for (const [name, value] of Object.entries(extent)) reply.header(name, value);
      return page.rows.map(presentSummary);
    }),

    answer(searchTexts, async ({ query }, { request, person }) => {
      countSearch({ ip: request.ip, personId: person?.id });
      const { texts, corrected = '', tags, notes } = await findTexts(storage, query);
      return {
        texts: texts.map(({ id, title, authorName, createdAt, excerpt, fragment }) => ({
          _id: id,
          title,
          author: authorName,
          createdAt: isoOf(createdAt),
          excerpt: [...excerpt],
          fragment,
        })),
        corrected,
        tags: tags.map(({ tag, name }) => ({ tag, name })),
        notes: [...notes],
      };
    }),
  ];
}
