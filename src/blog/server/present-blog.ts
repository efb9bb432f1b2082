import type { Blog, BlogSummary, Category } from '../contract.ts';
import type { BlogRow, SummaryRow } from './blog-rows.ts';

/** What of a blog may leave in a list: a new column stays in until it is named here. */
export function presentSummary(row: SummaryRow): BlogSummary {
  return {
    _id: row.id,
    title: row.title,
    imageUrl: row.image_url,
    category: row.category as Category,
    shortDescription: row.short_description,
    author:
      row.author_name === null
        ? null
        : { name: row.author_name, photo: row.author_photo, bio: row.author_bio },
    createdAt: new Date(row.created_at).toISOString(),
    wordCount: row.word_count,
  };
}

/** A whole blog; `html` is its long description, rendered and sanitized. */
export function presentBlog(row: BlogRow, html: string): Blog {
  return {
    ...presentSummary(row),
    longDescription: row.long_description,
    longDescriptionHtml: html,
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
  };
}
