import { queryOptions } from '@tanstack/react-query';
import { extentOf } from '../../../blog/list-extent.ts';
import { blogsKey } from '../../../blog/web/blog-queries.ts';
import { cursorsOf } from '../../../blog/web/page-cursors.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { archive, blogsOfMonth, blogsOfYear } from '../contract.ts';

/** A year or a month as named in the page's address. */
export interface SpanName {
  readonly year: string;
  /** Absent for the whole year. */
  readonly month?: string;
}

export function archiveQuery() {
  return endpointQuery([...blogsKey, 'archive'], archive, {});
}

/** One page of the blogs of a span, with the cursors of the previous and next page. */
export function spanBlogsQuery({ year, month }: SpanName, cursor: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'of-span', year, month ?? '', cursor],
    queryFn: async ({ client, signal }) => {
      const query = { cursor };
      const { body, headers } =
        month === undefined
          ? await call(client, blogsOfYear, { params: { year }, query }, { signal })
          : await call(client, blogsOfMonth, { params: { year, month }, query }, { signal });
      return { blogs: body, ...cursorsOf(headers.get('link')), extent: extentOf(headers) };
    },
  });
}
