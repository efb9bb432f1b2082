import { blogTags } from '../blog/blog-tags.ts';
import { allBlogs, featuredBlogs, latestBlogs, oneBlog } from '../blog/contract.ts';
import { feedPath, sitemapPath } from '../features/feeds/feed-paths.ts';
import { paths } from '../paths.ts';
import type { FinishedRoute } from '../platform/http/page-key.ts';

const lists = () => [blogTags.lists];
const oneAndLists = ({ id }: Readonly<Record<string, string>>) => [
  blogTags.lists,
  blogTags.one(id ?? ''),
];
const listQuery = ['filter', 'search', 'sort', 'limit', 'cursor'];

/**
 * What is the same for every signed-out visitor and is kept as finished bytes. Each page carries the sidebar, and so
 * changes with the lists.
 */
export const finishedRoutes: readonly FinishedRoute[] = [
  { pattern: paths.home.pattern, query: [], tags: lists },
  { pattern: paths.allBlogs.pattern, query: ['filter', 'search', 'sort', 'cursor'], tags: lists },
  { pattern: paths.featuredBlogs.pattern, query: [], tags: lists },
  { pattern: paths.contact.pattern, query: [], tags: lists },
  { pattern: paths.blog.pattern, query: [], tags: oneAndLists },
  { pattern: latestBlogs.path, query: [], tags: lists },
  { pattern: featuredBlogs.path, query: [], tags: lists },
  { pattern: allBlogs.path, query: listQuery, tags: lists },
  { pattern: feedPath, query: [], tags: lists },
  { pattern: sitemapPath, query: [], tags: lists },
  { pattern: oneBlog.path, query: [], tags: oneAndLists },
];
