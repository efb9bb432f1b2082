import { z } from 'zod';
import { defineEndpoint } from '../platform/contract/define-endpoint.ts';
import { defineProblem } from '../platform/contract/problems.ts';
import { Refused } from '../platform/text/read-value.ts';
import {
  type CategoryName,
  type FieldName,
  listedNames,
  mapFields,
  unlistedNames,
} from './fields.ts';

/** Cache tags of blogs. */
export const blogTags = {
  /** Any list of blogs: latest, featured, all. */
  lists: 'blogs',
  one: (id: string) => `blog:${id}`,
  /** The comments on a blog. */
  comments: (id: string) => `comments:${id}`,
} as const;

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

/** The default picture of a category: shown where a blog's own cover can't be. */
export function artworkOf(category: string): string {
  return `/images/categories/${category.toLowerCase()}.webp`;
}

/** The category that a text names in any letter case; the text itself where it names none. */
export function categoryNamed(text: string): string {
  return categories.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text;
}

/** Whether a text is exactly the name of a category. */
export function isCategory(text: string | null): text is Category {
  return categories.some((name) => name === text);
}

export const notAFilter = `filter must be empty or one of ${categories.join(', ')}.`;
/** A category from an address; empty for all of them. */
export function readCategoryFilter(given: string): Category | '' | Refused {
  const named = categoryNamed(given);
  return named === '' || isCategory(named) ? named : new Refused(notAFilter);
}

/** The public profile of an author. It never contains an e-mail address. */
export const authorSchema = z.object({
  name: z.string(),
  photo: z.string().nullable(),
  bio: z.string().nullable(),
});
export type Author = z.output<typeof authorSchema>;

type ShownShape<N extends FieldName> = {
  readonly [K in N]: K extends CategoryName ? typeof categorySchema : z.ZodString;
};
/** The schemas of these fields in a reply. */
export function shownShape<N extends FieldName>(names: readonly N[]): ShownShape<N> {
  const shape = mapFields(names, ({ kind }) => (kind === 'category' ? categorySchema : z.string()));
  return shape as ShownShape<N>;
}

/** A blog in the lists. */
export const blogSummarySchema = z.object({
  _id: z.string(),
  ...shownShape(listedNames),
  author: authorSchema.nullable(),
  /** ISO 8601; null where unknown. */
  createdAt: z.string().nullable(),
  wordCount: z.int(),
});
export type BlogSummary = z.output<typeof blogSummarySchema>;

/** A blog in full. */
export const blogSchema = blogSummarySchema.extend({
  /** The author's id, which contains no personal data; null where the author has no account. */
  authorId: z.string().nullable(),
  ...shownShape(unlistedNames),
  /** The long description as sanitized HTML. */
  longDescriptionHtml: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  /** Present only where comments are locked. */
  commentsLocked: z.literal(true).optional(),
  /** Present only where the author closed the comments; staff may have locked them as well. */
  commentsClosed: z.literal(true).optional(),
});
export type Blog = z.output<typeof blogSchema>;

export const blogNotFound = defineProblem(
  'blog-not-found',
  404,
  'This blog does not exist or has been removed.',
);

export const authorNotFound = defineProblem(
  'author-not-found',
  404,
  'Nobody of this id has published a blog here.',
);

/** The parts of a blog that are public even where reading needs an account. */
export const blogCardSchema = blogSchema.omit({ longDescription: true, longDescriptionHtml: true });
export type BlogCard = z.output<typeof blogCardSchema>;

export const tagNotFound = defineProblem('tag-not-found', 404, 'No blog here has this tag.');

export const oneBlog = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id',
  access: 'guest',
  summary: 'One blog in full. On a site by invitation it needs a session.',
  params: z.object({ id: z.string() }),
  tags: ({ id = '' }) => [blogTags.lists, blogTags.one(id)],
  reply: blogSchema,
  refusals: [blogNotFound],
});

export const blogCard = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/card',
  access: 'public',
  summary: 'A blog without its text, as the lists and link previews show it.',
  params: z.object({ id: z.string() }),
  tags: ({ id = '' }) => [blogTags.lists, blogTags.one(id)],
  reply: blogCardSchema,
  refusals: [blogNotFound],
});
