import { blogTags } from '../../../blog/contract.ts';
import type { TextKind } from '../../../blog/held.ts';
import { noteBlogChange } from '../../../blog/server/store-blog.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { personTag } from '../../../identity/person.ts';
import type { Write } from '../../../storage/storage.ts';
import './tables.ts';

/** Texts per write: on SQLite all other writes wait for it. */
export const textsAtOnce = 200;

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** What other features do when texts change their author. */
export interface MovePorts {
  /**
   * Makes the new author an owner of the pictures that these blogs use, and those in the words of a draft: pictures that
   * no owner's text uses are deleted.
   */
  readonly sharePictures: (
    write: Write,
    move: Move & { blogIds: readonly string[]; words?: string },
  ) => Promise<void>;
  /**
   * Moves the drafts of those of these blogs that aren't published, or makes them. `onMoved` gets the words of each that
   * isn't the blog's own text.
   */
  readonly moveDrafts: (
    write: Write,
    move: Move & { blogIds: readonly string[] },
    onMoved: (blogId: string, words: string) => Promise<void>,
  ) => Promise<void>;
  /** Sets the new author in the holds and reports of these texts. */
  readonly renameInQuestion: (
    write: Write,
    texts: { readonly kind: TextKind; readonly ids: readonly string[]; readonly to: string },
  ) => Promise<void>;
}

export interface Texts {
  readonly blogs: readonly string[];
  readonly comments: readonly string[];
}

/** Finds up to `most` texts of a person, in any state; blogs first. */
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
 * Makes `to` the author of these texts, as far as `from` still is; resolves to the texts moved. Content, addresses,
 * comments and wishes stay. The write must hold the locks of both people.
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
          // Those of a deleted account that stayed behind have it as their former author, until it is gone.
          .set({ author_id: to, former_author_id: null })
          .where('id', 'in', texts.blogs)
          .where((blog) => blog('author_id', '=', from).or('former_author_id', '=', from))
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
    await ports.moveDrafts(write, { from, to, blogIds }, (blogId, words) =>
      ports.sharePictures(write, { from, to, blogIds: [blogId], words }),
    );
  }
  if (commentIds.length > 0) {
    touch(...comments.map(({ blog_id }) => blogTags.comments(blog_id)));
    await ports.renameInQuestion(write, { kind: 'comment', ids: commentIds, to });
  }
  touch(personTag(from), personTag(to));
  return { blogs: blogIds, comments: commentIds };
}
