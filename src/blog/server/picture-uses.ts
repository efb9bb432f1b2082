import type { Reader } from '../../storage/storage.ts';
import { isVisible } from '../life.ts';
import { allTexts, lifeColumns, lifeOf } from './texts.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** A visible blog that uses a picture; undefined where none does. */
export async function visibleBlogNaming(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('picture_uses')
    .innerJoin('published_blogs', 'published_blogs.id', 'picture_uses.text_id')
    .select('published_blogs.id')
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The authors of the visible blogs that use a picture. */
export async function visibleAuthorsNaming(db: Db, name: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('picture_uses')
    .innerJoin('published_blogs', 'published_blogs.id', 'picture_uses.text_id')
    .select('author_id')
    .distinct()
    .where('name', '=', name)
    .execute();
  return rows.flatMap(({ author_id }) => author_id ?? []);
}

/** Whether a person wrote a blog, in any state, that uses a picture. */
export async function isNamedByAuthor(db: Db, name: string, personId: string): Promise<boolean> {
  const row = await allTexts(db)
    .selectFrom('picture_uses')
    .innerJoin('blogs', 'blogs.id', 'picture_uses.text_id')
    .select('blogs.id')
    .where('name', '=', name)
    .where('author_id', '=', personId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Some of the blogs, in any state, that use a picture, newest first. */
export async function blogsNaming(db: Db, name: string, most: number) {
  const rows = await allTexts(db)
    .selectFrom('picture_uses')
    .innerJoin('blogs', 'blogs.id', 'picture_uses.text_id')
    .select(['blogs.id', 'title', 'author_id', ...lifeColumns])
    .where('name', '=', name)
    .orderBy('blogs.created_at', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id, title, author_id, ...life }) => ({
    id,
    title,
    authorId: author_id,
    isVisible: isVisible(lifeOf(life)),
  }));
}

/** The pictures that a blog uses, in any state, and its author. */
export async function picturesOfBlog(db: Db, blogId: string, most: number) {
  const blog = await allTexts(db)
    .selectFrom('blogs')
    .select('author_id')
    .where('id', '=', blogId)
    .executeTakeFirst();
  if (!blog) return undefined;
  const rows = await db
    .selectFrom('picture_uses')
    .select('name')
    .where('text_id', '=', blogId)
    .orderBy('name')
    .limit(most)
    .execute();
  return { authorId: blog.author_id, names: rows.map(({ name }) => name) };
}
