import { paths } from '../paths.ts';
import { definePage } from './define-page.ts';

function BlogPage() {
  return <h1>Blog</h1>;
}

export const blogPage = definePage({
  component: BlogPage,
  head: () => ({ title: 'Blog', description: 'Blog', canonicalPath: paths.home.to() }),
});
