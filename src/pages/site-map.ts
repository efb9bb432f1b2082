import { paths } from '../paths.ts';
import type { Page } from './define-page.ts';

/** Who may open a page: everybody, or people with an account; the others are led to sign in. */
type PageAccess = 'public' | 'member';

export interface SiteMapEntry {
  readonly path: string;
  /** The page's file in this folder, for preloading what it is built into. */
  readonly file: string;
  readonly load: () => Promise<Page>;
  readonly layout: 'main' | 'account';
  readonly access: PageAccess;
  /** Status of the page; 200 unless told. */
  readonly status?: 404;
}

/** Every URL of the site and the page behind it. */
export const siteMap: readonly SiteMapEntry[] = [
  {
    path: paths.home.pattern,
    file: 'home-page.tsx',
    load: async () => (await import('./home-page.tsx')).homePage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.allBlogs.pattern,
    file: 'all-blogs-page.tsx',
    load: async () => (await import('./all-blogs-page.tsx')).allBlogsPage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.featuredBlogs.pattern,
    file: 'featured-blogs-page.tsx',
    load: async () => (await import('./featured-blogs-page.tsx')).featuredBlogsPage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.contact.pattern,
    file: 'contact-page.tsx',
    load: async () => (await import('./contact-page.tsx')).contactPage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.blog.pattern,
    file: 'blog-page.tsx',
    load: async () => (await import('./blog-page.tsx')).blogPage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.addBlog.pattern,
    file: 'needs-account-page.tsx',
    load: async () => (await import('./needs-account-page.tsx')).addBlogPage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.wishlist.pattern,
    file: 'needs-account-page.tsx',
    load: async () => (await import('./needs-account-page.tsx')).wishlistPage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.updateBlog.pattern,
    file: 'needs-account-page.tsx',
    load: async () => (await import('./needs-account-page.tsx')).updateBlogPage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.account.pattern,
    file: 'needs-account-page.tsx',
    load: async () => (await import('./needs-account-page.tsx')).accountPage,
    layout: 'main',
    access: 'public',
  },
  {
    path: paths.signIn.pattern,
    file: 'needs-account-page.tsx',
    load: async () => (await import('./needs-account-page.tsx')).signInPage,
    layout: 'account',
    access: 'public',
  },
  {
    path: paths.signUp.pattern,
    file: 'needs-account-page.tsx',
    load: async () => (await import('./needs-account-page.tsx')).signUpPage,
    layout: 'account',
    access: 'public',
  },
  {
    path: paths.login.pattern,
    file: 'needs-account-page.tsx',
    load: async () => (await import('./needs-account-page.tsx')).signInPage,
    layout: 'account',
    access: 'public',
  },
  {
    path: '*',
    file: 'not-found-page.tsx',
    load: async () => (await import('./not-found-page.tsx')).notFoundPage,
    layout: 'main',
    access: 'public',
    status: 404,
  },
];
