import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { latestBlogsQuery } from '../features/blogs/web/blog-queries.ts';
import { paths } from '../paths.ts';
import { definePage } from './define-page.ts';

function HomePage() {
  const { data } = useQuery(latestBlogsQuery());
  return (
    <main>
      <h1>Welcome to the Content Hub</h1>
      {data?.map((blog) => (
        <p key={blog._id}>
          <Link to={paths.blog.to(blog._id)}>{blog.title}</Link>
        </p>
      ))}
    </main>
  );
}

export const homePage = definePage({
  component: HomePage,
  queries: () => [latestBlogsQuery()],
  head: () => ({
    title: 'Home',
    description: 'Explore insightful articles, tips, and stories from around the globe.',
    canonicalPath: paths.home.to(),
  }),
});
