import { z } from 'zod';
import { blogTextSchema } from '../../../../blog/blog-text.ts';
import type { Blog } from '../../../../blog/contract.ts';
import type { DraftText } from '../../draft-contract.ts';

/** The server's rules for a form: its category may still be unchosen, and no field is left out. */
export const formSchema = blogTextSchema.extend({
  category: z.string().pipe(blogTextSchema.shape.category),
  imageAlt: blogTextSchema.shape.imageAlt.unwrap(),
});

export const emptyText: DraftText = {
  title: '',
  imageUrl: '',
  imageAlt: '',
  category: '',
  shortDescription: '',
  longDescription: '',
};

export const fieldLabels: Readonly<Record<keyof DraftText, string>> = {
  title: 'Title',
  imageUrl: 'Image URL',
  imageAlt: 'Alternative Text',
  category: 'Category',
  shortDescription: 'Short Description',
  longDescription: 'Long Description',
};

/** In the order in which they stand in the form. */
export const fieldNames = [
  'title',
  'imageUrl',
  'imageAlt',
  'category',
  'shortDescription',
  'longDescription',
] as const;

/** The fields of a blog, as a form holds them. */
export function textOf(blog: Pick<Blog, keyof DraftText>): DraftText {
  const { title, imageUrl, imageAlt, category, shortDescription, longDescription } = blog;
  return { title, imageUrl, imageAlt, category, shortDescription, longDescription };
}

export function isSameText(one: DraftText, other: DraftText): boolean {
  return fieldNames.every((name) => one[name] === other[name]);
}
