import { tagNotFound } from '../../../blog/contract.ts';
import { countedBlogsMax, offsetHeader, totalHeader } from '../../../blog/list-extent.ts';
import { decodeCursor, linksOf, pageAt } from '../../../blog/server/blogs-page.ts';
import { presentSummary } from '../../../blog/server/present-blog.ts';
import { findTag } from '../../../blog/server/tags/find-tags.ts';
import { walkTag } from '../../../blog/server/tags/walk-tag.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import type { Storage } from '../../../storage/storage.ts';
import { allTags, blogsOfTag, oneTag, pageSize, tagsPerPage } from '../contract/tags.ts';
import { listTags } from './tag-store.ts';

/** Public endpoints for tags. */
export function tagAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  const { reader } = storage;
  return [
    answer(allTags, async ({ query: { cursor } }, { reply }) => {
      const { rows, next } = await listTags(reader, cursor, tagsPerPage);
      if (next !== undefined) {
        reply.header('link', `<${addressOf(allTags.path, {}, { cursor: next })}>; rel="next"`);
      }
      return [...rows];
    }),

    answer(oneTag, async ({ params: { tag } }) => {
      const found = await findTag(reader, tag);
      if (!found) throw tagNotFound();
      return found;
    }),

    answer(blogsOfTag, async ({ params, query: { cursor } }, { reply }) => {
      const place = cursor ? decodeCursor(cursor) : undefined;
      const found = await findTag(reader, params.tag);
      if (!found) throw tagNotFound();
      const { tag, blogs } = found;
      const page = await pageAt(place, pageSize, (from, isBackwards) =>
        walkTag(reader, tag, { from, order: isBackwards ? 'asc' : 'desc', limit: pageSize }),
      );
      const link = linksOf(page, (at) => addressOf(blogsOfTag.path, { tag }, { cursor: at }));
      if (link) reply.header('link', link);
      reply.header(totalHeader, String(Math.min(blogs, countedBlogsMax + 1)));
      if (!page.previous) reply.header(offsetHeader, '0');
      return page.rows.map(presentSummary);
    }),
  ];
}
