import { paths } from '../paths.ts';
import { definePage } from './define-page.ts';

function AllBlogsPage() {
  return <h1>All Blogs</h1>;
}

export const allBlogsPage = definePage({
  component: AllBlogsPage,
  head: () => ({ title: 'All Blogs', description: 'All Blogs', canonicalPath: paths.home.to() }),
});
