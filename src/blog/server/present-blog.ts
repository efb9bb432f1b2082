import { isoOf } from '../../platform/text/iso-of.ts';
import { shownPicture } from '../../platform/text/web-url.ts';
import { artworkOf, type Blog, type BlogSummary } from '../contract.ts';
import { fieldsOf, listedNames, unlistedNames } from '../fields.ts';
import type { BlogRow, SummaryRow } from './blog-rows.ts';

/**
 * The cover for replies: the category's artwork where an older version of the site accepted an address that is no
 * picture.
 */
export function presentCover({ image_url, category }: Pick<SummaryRow, 'image_url' | 'category'>) {
  return shownPicture(image_url) ?? artworkOf(category);
}

/** A blog as lists return it. */
export function presentSummary(row: SummaryRow): BlogSummary {
  return {
    _id: row.id,
    ...fieldsOf(row, listedNames),
    imageUrl: presentCover(row),
    author:
      row.author_name === null
        ? null
        : { name: row.author_name, photo: shownPicture(row.author_photo), bio: row.author_bio },
    createdAt: isoOf(row.created_at),
    wordCount: row.word_count,
  };
}

/** A whole blog; `html` is its rendered and sanitized long description. */
export function presentBlog(row: BlogRow, html: string): Blog {
  return {
    ...presentSummary(row),
    authorId: row.author_id,
    ...fieldsOf(row, unlistedNames),
    // The artwork of a category is decorative.
    imageAlt: shownPicture(row.image_url) === null ? '' : row.image_alt,
    longDescriptionHtml: html,
    updatedAt: isoOf(row.updated_at),
    version: row.version,
    ...((row.locked !== null || row.closed_at !== null) && { commentsLocked: true }),
    ...(row.closed_at !== null && { commentsClosed: true }),
  };
}
