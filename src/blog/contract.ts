import { z } from 'zod';
import { defineEndpoint } from '../platform/contract/define-endpoint.ts';
import { lengthOf } from '../platform/text/text-schema.ts';

/** The six categories, fixed by the product. */
export const categories = [
  'Technology',
  'Health',
  'Education',
  'Lifestyle',
  'Travel',
  'Other',
] as const;
export type Category = (typeof categories)[number];
export const categorySchema = z.enum(categories);

/** Most code points of a short description. */
export const shortDescriptionMax = 150;
/** Most code points of a title. */
export const titleMax = 200;
/** Most code points of a search. */
export const searchMax = 100;
/** Blogs on a page of All Blogs, unless the caller asks for another number. */
export const pageSize = 24;
export const pageSizeMax = 100;
/** How many blogs count as latest, as featured and as popular. */
export const latestCount = 6;
export const featuredCount = 10;
export const popularCount = 5;

/** Who wrote a blog, as everybody may know it: an e-mail address never leaves. */
export const authorSchema = z.object({
  name: z.string(),
  photo: z.string().nullable(),
  bio: z.string().nullable(),
});
export type Author = z.output<typeof authorSchema>;

/** A blog in the lists. */
export const blogSummarySchema = z.object({
  _id: z.string(),
  title: z.string(),
  imageUrl: z.string(),
  category: categorySchema,
  shortDescription: z.string(),
  author: authorSchema.nullable(),
  /** ISO 8601; null where nobody knows. */
  createdAt: z.string().nullable(),
  wordCount: z.int(),
});
export type BlogSummary = z.output<typeof blogSummarySchema>;

/** A blog in full. */
export const blogSchema = blogSummarySchema.extend({
  /** Markdown, as written. */
  longDescription: z.string(),
  /** The long description as sanitized HTML. */
  longDescriptionHtml: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type Blog = z.output<typeof blogSchema>;

/** Orders of the list of all blogs; empty is newest first. */
export const sorts = ['', 'newest', 'oldest'] as const;
export type Sort = (typeof sorts)[number];

export const latestBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/latestBlogs',
  access: 'public',
  summary: 'The six newest blogs, newest first.',
  reply: z.array(
    blogSummarySchema.pick({
      _id: true,
      title: true,
      imageUrl: true,
      category: true,
      shortDescription: true,
      author: true,
      createdAt: true,
    }),
  ),
});
export type LatestBlog = z.output<typeof latestBlogs.reply>[number];

export const featuredBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/featuredBlogs',
  access: 'public',
  summary: 'The ten blogs with the most words, most words first.',
  reply: z.array(blogSummarySchema),
});

export const allBlogsQuerySchema = z.object({
  filter: z
    .union([z.literal(''), categorySchema], {
      error: `filter must be empty or one of ${categories.join(', ')}.`,
    })
    .default(''),
  search: z
    .string({ error: 'search must be a text.' })
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      error: "search holds characters that can't be used.",
      abort: true,
    })
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => lengthOf(text) <= searchMax, {
      error: `search can have at most ${searchMax} characters.`,
    })
    .default(''),
  sort: z.enum(sorts, { error: 'sort must be empty, newest or oldest.' }).default(''),
  limit: z
    .string({ error: 'limit must be a number.' })
    .regex(/^\d{1,3}$/, {
      error: `limit must be a whole number from 1 to ${pageSizeMax}.`,
      abort: true,
    })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= pageSizeMax, {
      error: `limit must be a whole number from 1 to ${pageSizeMax}.`,
    })
    .optional(),
  cursor: z
    .string({ error: 'cursor must be a text.' })
    .max(100, { error: 'cursor is not one that this site handed out.' })
    .optional(),
});
export type AllBlogsInput = z.input<typeof allBlogsQuerySchema>;

export const allBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/allBlogs',
  access: 'public',
  summary: 'All blogs, newest first, 24 a page; the next page is in the Link header.',
  query: allBlogsQuerySchema,
  reply: z.array(blogSummarySchema),
});

export const oneBlog = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id',
  access: 'public',
  summary: 'One blog in full.',
  params: z.object({ id: z.string() }),
  reply: blogSchema,
});
