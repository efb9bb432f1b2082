import type { BlogText } from '../../../../blog/blog-text.ts';
import { backToDraft, publishAgain } from '../../../../blog/life.ts';
import { tellNobody } from '../../../../blog/server/events/queue-events.ts';
import {
  columnsOf,
  findBySource,
  insertBlog,
  replaceBlog,
  spelled,
} from '../../../../blog/server/store-blog.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { isBlogIdUsed } from '../../../../blog/server/used-ids.ts';
import { rememberAuthorAddress } from '../../../../identity/imported-authors.ts';
import { normalEmail } from '../../../../identity/person.ts';
import type { Layout } from '../../../../platform/markdown/layout-bounds.ts';
import { isIdUntil, rowId } from '../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { knownPeople, personKey } from './known-people.ts';

export interface ImportedAuthor {
  /** Where the export tells people apart by more than their names. */
  readonly id?: string | undefined;
  readonly since?: number | undefined;
  readonly name: string;
  readonly photo: string | null;
  readonly bio: string | null;
  /** As the export gives it: what they wrote becomes the account's that proves it. */
  readonly email?: string | undefined;
}

/** A blog that was written elsewhere. */
export interface ImportedBlog extends BlogText {
  readonly layout: Layout;
  /** What its address ended with elsewhere: it is kept where that is free. */
  readonly id?: string | undefined;
  /** The same for the same source at every import. */
  readonly sourceKey: string;
  readonly author: ImportedAuthor | null;
  readonly createdAt: number;
  /** When its author last changed it there; when it was written by default. */
  readonly changedAt?: number | undefined;
}

/** Where an imported text stands here. A draft is seen by its author and by nobody else. */
export type ImportedState = 'published' | 'draft';

/** `kept`: it has been edited, hidden or taken over here since it was imported, and what was done here wins. */
export type ImportOutcome = 'imported' | 'updated' | 'unchanged' | 'kept';

/** Brings one blog in, published, or up to date where an earlier import brought it. */
export async function publishImported(write: Write, blog: ImportedBlog): Promise<ImportOutcome> {
  return (await storeImported(write, blog, { wanted: 'published', was: 'published' })).outcome;
}

/**
 * What `publishImported` would do, as far as it can be said without writing: a text whose author alone, or the spelling of
 * whose tags, is another here counts as unchanged.
 */
export async function lookAheadAt(db: Reader, blog: ImportedBlog): Promise<ImportOutcome> {
  const existing = await findBySource(db, blog.sourceKey);
  if (!existing) return 'imported';
  if (!(await isUntouched(db, existing, 'published'))) return 'kept';
  const { tags: _, ...columns } = columnsOf(blog);
  const values = { ...columns, word_count: blog.layout.wordCount, created_at: blog.createdAt };
  return isAs(existing, values) ? 'unchanged' : 'updated';
}

function isAs<T extends object>(existing: T, values: Partial<T>): boolean {
  return Object.entries(values).every(([name, value]) => existing[name as keyof T] === value);
}

/** `was` is as what an earlier import brought it: only so is it the import's to change. */
export async function storeImported(
  write: Write,
  blog: ImportedBlog,
  { wanted, was }: { readonly wanted: ImportedState; readonly was: ImportedState },
): Promise<{ readonly outcome: ImportOutcome; readonly blogId: string }> {
  const existing = await findBySource(write.db, blog.sourceKey);
  // What staff hold back comes back by nobody but them, and what an account has is its own.
  if (existing && !(await isUntouched(write.db, existing, was)))
    return { outcome: 'kept', blogId: existing.id };
  const values = {
    ...columnsOf(await spelled(write, blog)),
    word_count: blog.layout.wordCount,
    author_id: blog.author && (await authorIdOf(write, blog.author)),
    created_at: blog.createdAt,
  };
  if (!existing) {
    const updated_at = blog.changedAt ?? blog.createdAt;
    const origin = { updated_at, source_key: blog.sourceKey, state: wanted };
    const id = blog.id && (await isFreeId(write.db, blog.id)) ? blog.id : undefined;
    const blogId = await insertBlog(write, { ...values, ...origin, id }, blog.layout);
    return { outcome: 'imported', blogId };
  }
  const { id, version } = existing;
  const isSame = isAs(existing, values);
  if (!isSame) {
    const changed = { ...values, updated_at: Date.now() };
    await replaceBlog(write, { id, version, state: was }, changed, blog.layout);
  }
  if (was !== wanted) {
    tellNobody(write);
    await changeBlog(write, id, wanted === 'draft' ? backToDraft : publishAgain);
  }
  return { outcome: isSame && was === wanted ? 'unchanged' : 'updated', blogId: id };
}

/** Whether a blog of this id never was here. Drafts, what is hidden and what has gone have theirs. */
async function isFreeId(db: Write['db'], id: string): Promise<boolean> {
  if (!isIdUntil(id, Date.now())) return false;
  return !(await isBlogIdUsed(db, id));
}

type Existing = NonNullable<Awaited<ReturnType<typeof findBySource>>>;

/** Whether a blog is as an import left it: nobody changed, hid or took it over here. */
export async function isUntouched(
  db: Pick<Reader, 'selectFrom'>,
  existing: Existing,
  was: ImportedState,
): Promise<boolean> {
  const { version, isVisible, state, moderation, account_hold, author_id } = existing;
  const isDraft = state === 'draft' && moderation === 'none' && account_hold === 0;
  if (version > 1 || !(was === 'draft' ? isDraft : isVisible)) return false;
  if (author_id === null) return true;
  const account = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', author_id)
    .where((row) => row.or([row('email', 'is not', null), row('subject', 'is not', null)]))
    .executeTakeFirst();
  return account === undefined;
}

/** Imported authors of one name that are told apart. */
const namesakesMax = 50;

/** Imported authors have no account: their names distinguish them, and their addresses where these are known. */
async function authorIdOf(write: Write, author: ImportedAuthor): Promise<string> {
  const { db } = write;
  const { id: givenId, ...given } = author;
  if (givenId !== undefined) {
    const ids = await knownPeople(write, [{ ...given, id: givenId }], Date.now());
    return ids.get(personKey({ id: givenId, name: author.name })) ?? rowId();
  }
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
