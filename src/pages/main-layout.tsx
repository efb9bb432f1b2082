import { Outlet } from 'react-router';
import { featuredBlogsQuery, latestBlogsQuery } from '../features/blogs/web/blog-queries.ts';
import type { PageQuery } from './define-page.ts';

export function mainLayoutQueries(): readonly PageQuery[] {
  return [latestBlogsQuery(), featuredBlogsQuery()];
}

export function MainLayout() {
  return <Outlet />;
}
