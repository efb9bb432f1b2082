import { paths } from '../../../src/paths.ts';
import type { FilledSite } from '../places.ts';

/** A page that is visited with a browser, on a site with the demo blogs. */
export interface ReadPage {
  readonly id: string;
  readonly title: string;
  readonly path: (site: FilledSite) => string;
  readonly isMembers?: boolean;
}

export const readPages: readonly ReadPage[] = [
  { id: 'home', title: 'Home', path: () => paths.home.to() },
  { id: 'all-blogs', title: 'All Blogs', path: () => paths.allBlogs.to() },
  {
    id: 'blog',
    title: 'A blog, signed in',
    path: ({ blogIds }) => paths.blog.to(blogIds.at(-1) ?? ''),
    isMembers: true,
  },
  { id: 'sign-in', title: 'Sign In', path: () => paths.signIn.to() },
];
