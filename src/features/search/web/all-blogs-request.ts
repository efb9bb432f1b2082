import type { AllBlogsRequest } from '../../../blog/web/blog-queries.ts';

/** What the URL of the All Blogs screen asks for. It may be anything; the server judges it. */
export function allBlogsRequestOf(search: URLSearchParams): AllBlogsRequest {
  return {
    filter: search.get('filter') ?? '',
    search: search.get('search')?.trim() ?? '',
    sort: search.get('sort') ?? '',
    cursor: search.get('cursor') ?? '',
  };
}
