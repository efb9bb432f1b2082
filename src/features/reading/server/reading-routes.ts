import type { FastifyInstance } from 'fastify';
import { allBlogs, featuredBlogs, latestBlogs, oneBlog, pageSize } from '../../../blog/contract.ts';
import { entityTagOf } from '../../../blog/entity-tag.ts';
import { findBlog, findFeatured, findLatest, findPage } from '../../../blog/server/blog-rows.ts';
import { presentBlog, presentSummary } from '../../../blog/server/present-blog.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { problem } from '../../../platform/contract/problems.ts';
import { bind, type Guard } from '../../../platform/http/bind.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { decodeCursor, encodeCursor } from '../../search/server/cursor.ts';
import { planTitleSearch } from '../../search/server/title-search.ts';
import { createRenderedTexts } from './rendered-texts.ts';

export interface ReadingRoutesOptions {
  readonly storage: Storage;
  readonly guard: Guard;
}

/** Everything that a visitor may read of blogs. */
export function readingRoutes(
  app: FastifyInstance,
  { storage, guard }: ReadingRoutesOptions,
): void {
  const htmlOf = createRenderedTexts();

  bind(app, guard, latestBlogs, async () => {
    const rows = await findLatest(storage.reader);
    return rows.map(presentSummary);
  });

  bind(app, guard, featuredBlogs, async () => {
    const rows = await findFeatured(storage.reader);
    return rows.map(presentSummary);
  });

  bind(app, guard, allBlogs, async ({ query }, { reply }) => {
    const { reader } = storage;
    const limit = query.limit ?? pageSize;
    const rows = await findPage(reader, {
      category: query.filter || undefined,
      search: await planTitleSearch(reader, query.search),
      order: query.sort === 'oldest' ? 'asc' : 'desc',
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
  });

  bind(app, guard, oneBlog, async ({ params }, { reply }) => {
    const row = isId(params.id) ? await findBlog(storage.reader, params.id) : undefined;
    if (!row) throw problem('blog-not-found');
    const blog = presentBlog(row, htmlOf(row));
    reply.header('etag', entityTagOf(blog));
    return blog;
  });
}
