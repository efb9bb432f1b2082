import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { featuredBlogs, latestBlogs } from '../../contract/lists.ts';

export function latestBlogsQuery() {
  return endpointQuery([...blogsKey, 'latest'], latestBlogs, {});
}

export function featuredBlogsQuery() {
  return endpointQuery([...blogsKey, 'featured'], featuredBlogs, {});
}
