import { z } from 'zod';
import { blogTags, categoryFilterSchema, categoryNamed } from './blog/contract.ts';
import { noQuery } from './platform/contract/define-endpoint.ts';
import { definePageAddress } from './platform/contract/define-page-address.ts';
import { toNfc } from './platform/text/normal-form.ts';
import { lengthOf } from './platform/text/text-schema.ts';

/**
 * Every page of the site: the router, the links, the guards, the finished pages, what search engines are told and the
 * documents' heads are made from this list. The calls of the API are declared in the features' contracts.
 */

/** Most code points of a search. */
export const searchMax = 100;

/** Orders of the list of all blogs; empty is newest first. */
export const sorts = ['', 'newest', 'oldest'] as const;

/** What can be asked of the list of all blogs, by the page and by the API alike. */
export const allBlogsQuerySchema = z.object({
  filter: categoryFilterSchema.default(''),
  search: z
    .string({ error: 'search must be a text.' })
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      error: "search holds characters that can't be used.",
      abort: true,
    })
    .transform((text) => toNfc(text).trim())
    .refine((text) => lengthOf(text) <= searchMax, {
      error: `search can have at most ${searchMax} characters.`,
    })
    .default(''),
  sort: z.enum(sorts, { error: 'sort must be empty, newest or oldest.' }).default(''),
  cursor: z
    .string({ error: 'cursor must be a text.' })
    .max(100, { error: 'cursor is not one that this site handed out.' })
    .default(''),
});

export type AllBlogsRequest = z.output<typeof allBlogsQuerySchema>;

/** Every page of the main layout carries the sidebar, and so changes with the lists. */
const lists = () => [blogTags.lists];
const main = { access: 'public', isListed: true, tags: lists, layout: 'main' } as const;
/** For people with an account, and nobody else. */
const own = { access: 'member', isListed: false, tags: null, layout: 'main' } as const;
const account = { access: 'public', isListed: false, tags: null, layout: 'account' } as const;
/** `from` is the path to come back to. */
const wayBack = z.object({ from: z.string().optional() });

export const paths = {
  home: definePageAddress({ ...main, path: '/', query: noQuery, page: 'home-page' }),
  allBlogs: definePageAddress({
    ...main,
    path: '/All-blogs',
    query: allBlogsQuerySchema,
    page: 'all-blogs-page',
  }),
  featuredBlogs: definePageAddress({
    ...main,
    path: '/Featured-Blogs',
    query: noQuery,
    page: 'featured-blogs-page',
  }),
  contact: definePageAddress({ ...main, path: '/contact', query: noQuery, page: 'contact-page' }),
  blog: definePageAddress({
    ...main,
    path: '/blog/:id',
    query: noQuery,
    access: 'reader',
    tags: ({ id = '' }) => [blogTags.lists, blogTags.one(id)],
    memberTags: ({ id = '' }) => [blogTags.comments(id)],
    page: 'blog-page',
  }),
  addBlog: definePageAddress({ ...own, path: '/Add-Blog', query: noQuery, page: 'add-blog-page' }),
  wishlist: definePageAddress({
    ...own,
    path: '/Wishlist',
    query: z.object({ category: z.string().transform(categoryNamed).default('') }),
    page: 'wishlist-page',
  }),
  updateBlog: definePageAddress({
    ...own,
    path: '/update-blog/:id',
    query: noQuery,
    page: 'update-blog-page',
  }),
  account: definePageAddress({ ...own, path: '/Account', query: noQuery, page: 'account-page' }),
  signIn: definePageAddress({
    ...account,
    path: '/Account/signin',
    query: wayBack,
    isListed: true,
    page: 'sign-in-page',
  }),
  signUp: definePageAddress({
    ...account,
    path: '/Account/signup',
    query: wayBack,
    isListed: true,
    page: 'sign-up-page',
  }),
  forgotPassword: definePageAddress({
    ...account,
    path: '/Account/forgot-password',
    query: noQuery,
    page: 'forgot-password-page',
  }),
  resetPassword: definePageAddress({
    ...account,
    path: '/Account/reset-password',
    query: noQuery,
    page: 'reset-password-page',
  }),
  verifyEmail: definePageAddress({
    ...account,
    path: '/Account/verify-email',
    query: noQuery,
    page: 'verify-email-page',
  }),
  confirmEmail: definePageAddress({
    ...account,
    path: '/Account/confirm-email',
    query: noQuery,
    page: 'confirm-email-page',
  }),
  /** Another name of Sign In. */
  login: definePageAddress({ ...account, path: '/login', query: wayBack, page: 'login-page' }),
  /** Every address that is no other's. */
  notFound: definePageAddress({
    ...main,
    path: '/*',
    query: noQuery,
    isListed: false,
    tags: null,
    page: 'not-found-page',
    status: 404,
  }),
} as const;
