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

/** What cached pages are made from, as the tags of changes. */
export const blogTags = {
  /** Any list of blogs: latest, featured, all. */
  lists: 'blogs',
  one: (id: string) => `blog:${id}`,
  /** What was said about a blog. */
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

/** The site's own picture for a category: the cover of a blog whose own can't be shown. */
export function artworkOf(category: string): string {
  return `/images/categories/${category.toLowerCase()}.webp`;
}

/** The category that a text names in any case; the text itself where it names none. */
export function categoryNamed(text: string): string {
  return categories.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text;
}

/** Whether a text is the name of a category as it is written. */
export function isCategory(text: string | null): text is Category {
  return categories.some((name) => name === text);
}

export const notAFilter = `filter must be empty or one of ${categories.join(', ')}.`;
/** A category as an address has it; empty for all of them. */
export function readCategoryFilter(given: string): Category | '' | Refused {
  const named = categoryNamed(given);
  return named === '' || isCategory(named) ? named : new Refused(notAFilter);
}

/** Who wrote a blog, as everybody may know it: an e-mail address never leaves. */
export const authorSchema = z.object({
  name: z.string(),
  photo: z.string().nullable(),
  bio: z.string().nullable(),
});
export type Author = z.output<typeof authorSchema>;

type ShownShape<N extends FieldName> = {
  readonly [K in N]: K extends CategoryName ? typeof categorySchema : z.ZodString;
};
/** These fields of a blog as they leave. */
export function shownShape<N extends FieldName>(names: readonly N[]): ShownShape<N> {
  const shape = mapFields(names, ({ kind }) => (kind === 'category' ? categorySchema : z.string()));
  return shape as ShownShape<N>;
}

/** A blog in the lists. */
export const blogSummarySchema = z.object({
  _id: z.string(),
  ...shownShape(listedNames),
  author: authorSchema.nullable(),
  /** ISO 8601; null where nobody knows. */
  createdAt: z.string().nullable(),
  wordCount: z.int(),
});
export type BlogSummary = z.output<typeof blogSummarySchema>;

/** A blog in full. */
export const blogSchema = blogSummarySchema.extend({
  /** The author's id, which says nothing of them; null where nobody with an account wrote it. */
  authorId: z.string().nullable(),
  ...shownShape(unlistedNames),
  /** The long description as sanitized HTML. */
  longDescriptionHtml: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  /** Only where nobody may comment on it any more. */
  commentsLocked: z.literal(true).optional(),
  /** Only where its author closed its comments; staff may have as well. */
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

/** What everybody may know of a blog, whoever may read it. */
export const blogCardSchema = blogSchema.omit({ longDescription: true, longDescriptionHtml: true });
export type BlogCard = z.output<typeof blogCardSchema>;

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
