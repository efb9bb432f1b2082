import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { blogsBeside } from '../../contract/beside.ts';

/** The blogs to read after a blog. */
export function blogsBesideQuery(id: string) {
  return endpointQuery([...blogsKey, 'beside', id], blogsBeside, { params: { id } });
}
