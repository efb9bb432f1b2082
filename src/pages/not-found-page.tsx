import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { definePage } from './define-page.ts';

export function NotFound() {
  return (
    <section>
      <h1>Page Not Found</h1>
      <p>Oops! The page you're looking for doesn't exist or has been moved.</p>
      <Link to={paths.home.to()}>Back to Home</Link>
    </section>
  );
}

export const notFoundPage = definePage({
  component: NotFound,
  head: () => ({
    title: 'Page Not Found',
    description: "The page you're looking for doesn't exist or has been moved.",
    canonicalPath: paths.home.to(),
    isUnlisted: true,
  }),
});
