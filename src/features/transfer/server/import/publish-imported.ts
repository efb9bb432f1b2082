import type { Transaction } from 'kysely';
import type { BlogText } from '../../../../blog/blog-text.ts';
import {
  columnsOf,
  findBySource,
  insertBlog,
  replaceBlog,
  spelled,
} from '../../../../blog/server/store-blog.ts';
import { rememberAuthorAddress } from '../../../../identity/imported-authors.ts';
import { normalEmail } from '../../../../identity/person.ts';
import type { Layout } from '../../../../platform/markdown/layout-bounds.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Schema } from '../../../../storage/schema.ts';
import type { Write } from '../../../../storage/storage.ts';

export interface ImportedAuthor {
  readonly name: string;
  readonly photo: string | null;
  readonly bio: string | null;
  /** As the export gives it: what they wrote becomes the account's that proves it. */
  readonly email?: string | undefined;
}

/** A blog that was written elsewhere. */
export interface ImportedBlog extends BlogText {
  readonly layout: Layout;
  /** The same for the same source at every import. */
  readonly sourceKey: string;
  readonly author: ImportedAuthor | null;
  readonly createdAt: number;
}

/** `kept`: it has been edited or hidden here since it was imported, and what was done here wins. */
export type ImportOutcome = 'imported' | 'updated' | 'unchanged' | 'kept';

/** Brings one blog in, or up to date where an earlier import brought it. */
export async function publishImported(write: Write, blog: ImportedBlog): Promise<ImportOutcome> {
  const existing = await findBySource(write.db, blog.sourceKey);
  // What staff hold back comes back by nobody but them.
  if (existing && (existing.version > 1 || !existing.isVisible)) return 'kept';
  // Nor does it go back from the account that it was given to.
  if (existing?.author_id && (await hasAccount(write.db, existing.author_id))) return 'kept';
  const values = {
    ...columnsOf(await spelled(write, blog)),
    word_count: blog.layout.wordCount,
    author_id: blog.author && (await authorIdOf(write, blog.author)),
    created_at: blog.createdAt,
  };
  const isUnchanged =
    existing &&
    Object.entries(values).every(
      ([name, value]) => existing[name as keyof typeof values] === value,
    );
  if (isUnchanged) return 'unchanged';
  if (!existing) {
    const origin = { updated_at: blog.createdAt, source_key: blog.sourceKey };
    await insertBlog(write, { ...values, ...origin }, blog.layout);
    return 'imported';
  }
  const { id, version } = existing;
  await replaceBlog(write, { id, version }, { ...values, updated_at: Date.now() }, blog.layout);
  return 'updated';
}

/** Imported authors of one name that are told apart. */
const namesakesMax = 50;

/** Whether somebody of an account wrote it, or got it. */
async function hasAccount(db: Transaction<Schema>, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('email', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Imported authors have no account: their names distinguish them, and their addresses where these are known. */
async function authorIdOf(write: Write, author: ImportedAuthor): Promise<string> {
  const { db } = write;
  const named = await db
    .selectFrom('people')
    .leftJoin('imported_authors', 'imported_authors.person_id', 'people.id')
    .select(['id', 'photo_url', 'bio', 'imported_authors.email as address'])
    .where('name', '=', author.name)
    .where('people.email', 'is', null)
    .where('subject', 'is', null)
    .orderBy('id')
    .limit(namesakesMax)
    .execute();
  const email = author.email && normalEmail(author.email);
  const known = email
    ? (named.find(({ address }) => address === email) ??
      named.find(({ address }) => address === null))
    : named[0];
  const id = known?.id ?? rowId();
  const details = { photo_url: author.photo, bio: author.bio };
  if (!known) {
    await db
      .insertInto('people')
      .values({ id, name: author.name, ...details, created_at: Date.now() })
      .execute();
  } else if (
    author.photo !== null &&
    (known.photo_url !== author.photo || known.bio !== author.bio)
  ) {
    await db.updateTable('people').set(details).where('id', '=', id).execute();
  }
  if (author.email) await rememberAuthorAddress(write, id, author.email);
  return id;
}
