import { z } from 'zod';
import { blogTextSchema } from '../../../../blog/blog-text.ts';
import type { Blog } from '../../../../blog/contract.ts';
import type { DraftText } from '../../draft-contract.ts';

/** The server's rules for a form whose category may still be unchosen. */
export const formSchema = blogTextSchema.extend({
  category: z.string().pipe(blogTextSchema.shape.category),
});

export const emptyText: DraftText = {
  title: '',
  imageUrl: '',
  category: '',
  shortDescription: '',
  longDescription: '',
};

export const fieldLabels: Readonly<Record<keyof DraftText, string>> = {
  title: 'Title',
  imageUrl: 'Image URL',
  category: 'Category',
  shortDescription: 'Short Description',
  longDescription: 'Long Description',
};

/** In the order in which they stand in the form. */
export const fieldNames = [
  'title',
  'imageUrl',
  'category',
  'shortDescription',
  'longDescription',
] as const;

/** The five fields of a blog, as a form holds them. */
export function textOf(blog: Pick<Blog, keyof DraftText>): DraftText {
  const { title, imageUrl, category, shortDescription, longDescription } = blog;
  return { title, imageUrl, category, shortDescription, longDescription };
}

export function isSameText(one: DraftText, other: DraftText): boolean {
  return fieldNames.every((name) => one[name] === other[name]);
}
