import { paths } from '../paths.ts';
import { definePage } from './define-page.ts';
import { NotFound } from './not-found.tsx';

export const page = definePage(paths.notFound, {
  component: NotFound,
  head: () => ({
    title: 'Page Not Found',
    description: "The page you're looking for doesn't exist or has been moved.",
    canonicalPath: paths.home.to(),
  }),
});
