import { paths } from '../paths.ts';
import { definePage } from './define-page.ts';

function FeaturedBlogsPage() {
  return <h1>Featured Blogs</h1>;
}

export const featuredBlogsPage = definePage({
  component: FeaturedBlogsPage,
  head: () => ({ title: 'Featured Blogs', description: 'Featured Blogs', canonicalPath: paths.home.to() }),
});
