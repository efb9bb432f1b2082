import { paths } from '../paths.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import type { Page } from './define-page.ts';

/**
 * Who may open a page: everybody, or people with an account; the others are led to sign in. A blog's page is open to
 * its readers, whom the site's settings name, and leads the others away itself.
 */
export type PageAccess = 'public' | 'reader' | 'member';

/** Whether a page has nothing for somebody who isn't signed in. */
export function needsAccount(access: PageAccess, { reading }: SiteSettings): boolean {
  return access === 'member' || (access === 'reader' && reading === 'members');
}

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
    access: 'reader',
  },
  {
    path: paths.addBlog.pattern,
    file: 'add-blog-page.tsx',
    load: async () => (await import('./add-blog-page.tsx')).addBlogPage,
    layout: 'main',
    access: 'member',
  },
  {
    path: paths.wishlist.pattern,
    file: 'wishlist-page.tsx',
    load: async () => (await import('./wishlist-page.tsx')).wishlistPage,
    layout: 'main',
    access: 'member',
  },
  {
    path: paths.updateBlog.pattern,
    file: 'update-blog-page.tsx',
    load: async () => (await import('./update-blog-page.tsx')).updateBlogPage,
    layout: 'main',
    access: 'member',
  },
  {
    path: paths.account.pattern,
    file: 'account-page.tsx',
    load: async () => (await import('./account-page.tsx')).accountPage,
    layout: 'main',
    access: 'member',
  },
  {
    path: paths.signIn.pattern,
    file: 'sign-in-page.tsx',
    load: async () => (await import('./sign-in-page.tsx')).signInPage,
    layout: 'account',
    access: 'public',
  },
  {
    path: paths.signUp.pattern,
    file: 'sign-up-page.tsx',
    load: async () => (await import('./sign-up-page.tsx')).signUpPage,
    layout: 'account',
    access: 'public',
  },
  {
    path: paths.forgotPassword.pattern,
    file: 'forgot-password-page.tsx',
    load: async () => (await import('./forgot-password-page.tsx')).forgotPasswordPage,
    layout: 'account',
    access: 'public',
  },
  {
    path: paths.resetPassword.pattern,
    file: 'reset-password-page.tsx',
    load: async () => (await import('./reset-password-page.tsx')).resetPasswordPage,
    layout: 'account',
    access: 'public',
  },
  {
    path: paths.verifyEmail.pattern,
    file: 'verify-email-page.tsx',
    load: async () => (await import('./verify-email-page.tsx')).verifyEmailPage,
    layout: 'account',
    access: 'public',
  },
  {
    path: paths.login.pattern,
    file: 'login-page.tsx',
    load: async () => (await import('./login-page.tsx')).loginPage,
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
