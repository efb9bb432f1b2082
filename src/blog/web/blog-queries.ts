import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/web/api.ts';
import {
  type AllBlogsInput,
  allBlogs,
  type Blog,
  featuredBlogs,
  latestBlogs,
  oneBlog,
} from '../contract.ts';

/** Everything cached about blogs; invalidating it refreshes every list. */
export const blogsKey = ['blogs'] as const;

export function latestBlogsQuery() {
  return queryOptions({
    queryKey: [...blogsKey, 'latest'],
    queryFn: async ({ client, signal }) => (await call(client, latestBlogs, {}, { signal })).body,
  });
}

export function featuredBlogsQuery() {
  return queryOptions({
    queryKey: [...blogsKey, 'featured'],
    queryFn: async ({ client, signal }) => (await call(client, featuredBlogs, {}, { signal })).body,
  });
}

/** What the All Blogs screen asks for, as it stands in the URL. */
export interface AllBlogsRequest {
  readonly filter: string;
  readonly search: string;
  readonly sort: string;
  readonly cursor: string;
}

/** The cursor of the page that a `Link: <…>; rel="next"` header leads to. */
export function nextCursorOf(link: string | null): string | null {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? [];
  return address === undefined ? null : new URL(address, 'http://site').searchParams.get('cursor');
}

/** One page of all blogs, and the cursor of the next page where there is one. */
export function allBlogsQuery(request: AllBlogsRequest) {
  return queryOptions({
    queryKey: [...blogsKey, 'all', request],
    queryFn: async ({ client, signal }) => {
      const { filter, search, sort, cursor } = request;
      // What stands in the URL may be anything; the server judges it.
      const query = { filter, search, sort, ...(cursor && { cursor }) } as AllBlogsInput;
      const { body, headers } = await call(client, allBlogs, { query }, { signal });
      return { blogs: body, nextCursor: nextCursorOf(headers.get('link')) };
    },
  });
}

export function blogQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'one', id],
    queryFn: async ({ client, signal }) =>
      (await call(client, oneBlog, { params: { id } }, { signal })).body,
  });
}

/** A blog without its text: what a page may show to somebody who has yet to sign in. */
export type BlogCard = Omit<Blog, 'longDescription' | 'longDescriptionHtml'>;

/** A blog's card; its text, which can be long, is neither kept nor written into the page. */
export function blogCardQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'card', id],
    queryFn: async ({ client, signal }): Promise<BlogCard> => {
      const { body } = await call(client, oneBlog, { params: { id } }, { signal });
      const { longDescription: _markdown, longDescriptionHtml: _html, ...card } = body;
      return card;
    },
  });
}
