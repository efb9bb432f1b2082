import { splitTags } from '../../../blog/tags.ts';
import { paths } from '../../../paths.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Reader } from '../../../storage/storage.ts';
import type { DeliveryRow } from './webhook-store.ts';

type Db = Pick<Reader, 'selectFrom'>;

async function blogOf(db: Db, siteUrl: string, id: string) {
  const blog = await db
    .selectFrom('published_blogs as blogs')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .select(['blogs.id', 'blogs.title', 'blogs.short_description', 'blogs.category', 'blogs.tags'])
    .select(['blogs.image_url', 'blogs.version', 'blogs.created_at', 'blogs.updated_at'])
    .select(['people.id as author_id', 'people.name'])
    .where('blogs.id', '=', id)
    .executeTakeFirst();
  return (
    blog && {
      id: blog.id,
      url: `${siteUrl}${paths.blog.to(blog.id)}`,
      title: blog.title,
      shortDescription: blog.short_description,
      category: blog.category,
      tags: splitTags(blog.tags),
      imageUrl: blog.image_url,
      author: blog.author_id === null ? null : { id: blog.author_id, name: blog.name },
      version: blog.version,
      createdAt: isoOf(blog.created_at),
      updatedAt: isoOf(blog.updated_at),
    }
  );
}

async function commentOf(db: Db, siteUrl: string, id: string) {
  const comment = await db
    .selectFrom('published_comments as comments')
    .leftJoin('people', 'people.id', 'comments.person_id')
    .select(['comments.id', 'comments.blog_id', 'comments.text', 'comments.created_at'])
    .select('people.name')
    .where('comments.id', '=', id)
    .executeTakeFirst();
  return (
    comment && {
      id: comment.id,
      blogId: comment.blog_id,
      blogUrl: `${siteUrl}${paths.blog.to(comment.blog_id)}`,
      text: comment.text,
      writerName: comment.name,
      createdAt: isoOf(comment.created_at),
    }
  );
}

/**
 * The data of an event, as current at delivery: undefined if the text is no longer visible, or if a removed one is
 * visible again. The queue stores no text.
 */
async function dataOf(
  db: Db,
  siteUrl: string,
  { event, blog_id, comment_id }: DeliveryRow,
): Promise<object | undefined> {
  if (event === 'ping') return {};
  const blogId = blog_id ?? '';
  if (event === 'comment.created' || event === 'comment.removed') {
    const comment = await commentOf(db, siteUrl, comment_id ?? '');
    if (event === 'comment.created') return comment && { comment };
    return comment ? undefined : { comment: { id: comment_id, blogId } };
  }
  const blog = await blogOf(db, siteUrl, blogId);
  if (event !== 'blog.removed') return blog && { blog };
  return blog ? undefined : { blog: { id: blogId } };
}

/** The body of a delivery; undefined if the event no longer applies. */
export async function composeEvent(
  db: Db,
  siteUrl: string,
  row: DeliveryRow,
): Promise<string | undefined> {
  const data = await dataOf(db, siteUrl, row);
  if (!data) return undefined;
  return JSON.stringify({
    id: row.id,
    type: row.event,
    site: siteUrl,
    createdAt: isoOf(row.created_at),
    data,
  });
}
