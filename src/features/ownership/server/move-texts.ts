import { blogTags } from '../../../blog/contract.ts';
import type { TextKind } from '../../../blog/held.ts';
import { noteBlogChange } from '../../../blog/server/store-blog.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { personTag } from '../../../identity/person.ts';
import type { Write } from '../../../storage/storage.ts';
import './tables.ts';

/** Texts of one write: on SQLite other writes wait for it. */
export const textsAtOnce = 200;

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** What the ownership of texts means to other features. */
export interface MovePorts {
  /** Has the new author own the pictures, too, that these blogs name: those that nobody's text names go. */
  readonly sharePictures: (
    write: Write,
    move: Move & { blogIds: readonly string[] },
  ) => Promise<void>;
  /** Has what is held or reported of these texts say whose they are. */
  readonly renameInQuestion: (
    write: Write,
    texts: { readonly kind: TextKind; readonly ids: readonly string[]; readonly to: string },
  ) => Promise<void>;
}

export interface Texts {
  readonly blogs: readonly string[];
  readonly comments: readonly string[];
}

/** Some of what a person wrote, in every state; blogs first. */
export async function findTextsOf(
  { db }: Pick<Write, 'db'>,
  personId: string,
  most = textsAtOnce,
): Promise<Texts> {
  const blogs = await allTexts(db)
    .selectFrom('blogs')
    .select('id')
    .where('author_id', '=', personId)
    .orderBy('created_at')
    .limit(most)
    .execute();
  const left = most - blogs.length;
  const comments =
    left > 0
      ? await allTexts(db)
          .selectFrom('comments')
          .select('id')
          .where('person_id', '=', personId)
          .limit(left)
          .execute()
      : [];
  return { blogs: blogs.map(({ id }) => id), comments: comments.map(({ id }) => id) };
}

/**
 * Gives these texts to another person, as far as they are still the first one's. Resolves to those that were. The text, its
 * address, what was said on it and who keeps it stay. The write holds the locks of both people.
 */
export async function moveTexts(
  write: Write,
  ports: MovePorts,
  { from, to }: Move,
  texts: Texts,
): Promise<Texts> {
  const { db, touch } = write;
  const blogs =
    texts.blogs.length > 0
      ? await allTexts(db)
          .updateTable('blogs')
          .set({ author_id: to })
          .where('id', 'in', texts.blogs)
          .where('author_id', '=', from)
          .returning('id')
          .execute()
      : [];
  const comments =
    texts.comments.length > 0
      ? await allTexts(db)
          .updateTable('comments')
          .set({ person_id: to })
          .where('id', 'in', texts.comments)
          .where('person_id', '=', from)
          .returning(['id', 'blog_id'])
          .execute()
      : [];
  const blogIds = blogs.map(({ id }) => id);
  const commentIds = comments.map(({ id }) => id);
  if (blogIds.length > 0) {
    noteBlogChange(write, ...blogIds);
    await ports.renameInQuestion(write, { kind: 'blog', ids: blogIds, to });
    await ports.sharePictures(write, { from, to, blogIds });
  }
  if (commentIds.length > 0) {
    touch(...comments.map(({ blog_id }) => blogTags.comments(blog_id)));
    await ports.renameInQuestion(write, { kind: 'comment', ids: commentIds, to });
  }
  touch(personTag(to));
  return { blogs: blogIds, comments: commentIds };
}
