import { z } from 'zod';
import {
  authorSchema,
  blogNotFound,
  blogSummarySchema,
  categoryNamed,
} from '../../blog/contract.ts';
import { listedNames, mapFields } from '../../blog/fields.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem, notYours, tooManyRequests } from '../../platform/contract/problems.ts';

/** Maximum number of wishes per person: the list is a single reply. */
export const wishesMax = 2_000;

/** The fields of a blog in lists, without the title, which a wish has even if the blog is deleted. */
export const wishedNames = listedNames.filter((name) => name !== 'title');

/** A wish, with its blog's current data. */
const wishSchema = z.object({
  _id: z.string(),
  /** The blog's id. */
  reviewId: z.string(),
  userEmail: z.string(),
  /** For a removed blog, its title when the wish was made. */
  title: z.string(),
  /** Null if the blog was removed. */
  ...mapFields(wishedNames, () => z.string().nullable()),
  /** Null if the blog isn't visible. */
  byline: blogSummarySchema
    .pick({ createdAt: true, wordCount: true })
    .extend({ author: authorSchema.pick({ name: true }).nullable() })
    .nullable(),
  isRemoved: z.boolean(),
  /**
   * Why the blog isn't visible: it was deleted, staff hide it, or its author made it a draft. Null if it is visible.
   */
  absence: z.enum(['removed', 'hidden', 'draft']).nullable(),
});
export type Wish = z.output<typeof wishSchema>;

/** Optional; an address other than the person's own is refused. */
const ownEmailSchema = z.string().nullish();

export const wishNotFound = defineProblem(
  'wish-not-found',
  404,
  'This item is not in your wishlist.',
);
export const wishedAlready = defineProblem(
  'wished-already',
  409,
  'This blog is already in your wishlist.',
);
export const wishlistFull = defineProblem(
  'wishlist-full',
  409,
  'Your wishlist is full. Please remove something from it first.',
);

export const addWish = defineEndpoint({
  method: 'POST',
  path: '/addWishlist',
  access: 'member',
  tokens: 'write',
  summary: "Puts a blog on the person's wishlist; 409 when it is there already.",
  body: z.object({
    reviewId: z.string(),
    userEmail: ownEmailSchema,
  }),
  isRepeatable: true,
  reply: wishSchema,
  status: 201,
  refusals: [blogNotFound, wishedAlready, wishlistFull, wishNotFound, notYours, tooManyRequests],
});

export const myWishes = defineEndpoint({
  method: 'GET',
  path: '/getWishlist',
  access: 'member',
  tokens: 'read',
  summary: "The person's wishlist, the latest wish first.",
  query: z.object({
    email: ownEmailSchema,
    /** Empty for all. */
    category: z
      .string()
      .regex(/^[A-Za-z ]{0,40}$/, { error: 'category must be the name of one.' })
      .transform(categoryNamed)
      .default(''),
  }),
  reply: z.array(wishSchema),
  refusals: [notYours],
});

export const removeWish = defineEndpoint({
  method: 'DELETE',
  path: '/removeWishlist',
  access: 'member',
  tokens: 'write',
  summary: "Takes an item off the person's wishlist.",
  query: z.object({
    email: ownEmailSchema,
    itemId: z.string(),
  }),
  isRepeatable: true,
  refusals: [wishNotFound, notYours],
});

export const wishedBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/wishedBlogs',
  access: 'member',
  tokens: 'read',
  summary: 'Which blogs are on the wishlist, for the buttons that say so.',
  reply: z.array(wishSchema.pick({ _id: true, reviewId: true })),
});

export const wishForm = defineEndpoint({
  method: 'POST',
  path: '/api/wishForm',
  access: 'member',
  summary:
    'Puts a blog on the wishlist or takes it off, and leads back to the page; for a form without a script.',
  query: z.object({
    /** The path to redirect to. */
    from: z.string({ error: 'from must be one path.' }).default('/'),
  }),
  takes: 'form',
  body: z.object({
    blogId: z.string(),
    act: z.enum(['add', 'remove'], { error: 'act must be add or remove.' }),
  }),
  bodyLimit: 2_048,
  status: 303,
  refusals: [blogNotFound, wishlistFull, tooManyRequests],
});

/** Refusals of the form that the wishlist's page shows, by their codes. */
export const wishFormRefusals = [blogNotFound, wishlistFull, tooManyRequests];
