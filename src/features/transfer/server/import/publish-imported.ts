import type { BlogText } from '../../../../blog/blog-text.ts';
import { backToDraft, publishAgain } from '../../../../blog/life.ts';
import { suppressEvents } from '../../../../blog/server/events/queue-events.ts';
import {
  columnsOf,
  findBySource,
  insertBlog,
  replaceBlog,
  spelled,
} from '../../../../blog/server/store-blog.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { isBlogIdUsed } from '../../../../blog/server/used-ids.ts';
import { wroteOnlyComments } from '../../../../blog/server/wrote-only-comments.ts';
import { rememberAuthorAddress } from '../../../../identity/imported-authors.ts';
import { normalEmail } from '../../../../identity/person.ts';
import type { Layout } from '../../../../platform/markdown/layout-bounds.ts';
import { isIdUntil, rowId } from '../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { knownPeople, personKey } from './known-people.ts';

export interface ImportedAuthor {
  /** For exports that identify people by ids. */
  readonly id?: string | undefined;
  readonly since?: number | undefined;
  readonly name: string;
  readonly photo: string | null;
  readonly bio: string | null;
  /** From the export: the blogs pass to an account that verifies this address. */
  readonly email?: string | undefined;
}

/** A blog that was written on another site. */
export interface ImportedBlog extends BlogText {
  readonly layout: Layout;
  /** The id in its address on that site: kept if it is free. */
  readonly id?: string | undefined;
  /** Stable across imports. */
  readonly sourceKey: string;
  readonly author: ImportedAuthor | null;
  readonly createdAt: number;
  /** Time of its author's last change there; by default the time of writing. */
  readonly changedAt?: number | undefined;
}

/** State of an imported text. Only its author sees a draft. */
export type ImportedState = 'published' | 'draft';

/** `kept`: it was edited, hidden or taken over here since its import, and that takes precedence. */
type ImportOutcome = 'imported' | 'updated' | 'unchanged' | 'kept';

/** Imports a blog as published, or updates it if an earlier import created it. */
export async function publishImported(write: Write, blog: ImportedBlog): Promise<ImportOutcome> {
  return (await storeImported(write, blog, { wanted: 'published', was: 'published' })).outcome;
}

function isAs<T extends object>(existing: T, values: Partial<T>): boolean {
  return Object.entries(values).every(([name, value]) => existing[name as keyof T] === value);
}

/**
 * Creates or updates an imported blog. `was` is its state after the earlier import: it is only updated if it is
 * unchanged since.
 */
export async function storeImported(
  write: Write,
  blog: ImportedBlog,
  { wanted, was }: { readonly wanted: ImportedState; readonly was: ImportedState },
): Promise<{ readonly outcome: ImportOutcome; readonly blogId: string }> {
  const existing = await findBySource(write.db, blog.sourceKey);
  // Only staff restore what they hide, and blogs of accounts belong to these.
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
    suppressEvents(write);
    await changeBlog(write, id, wanted === 'draft' ? backToDraft : publishAgain);
  }
  return { outcome: isSame && was === wanted ? 'unchanged' : 'updated', blogId: id };
}

/** Whether the id was never used here, also by drafts, hidden and deleted blogs. */
async function isFreeId(db: Write['db'], id: string): Promise<boolean> {
  if (!isIdUntil(id, Date.now())) return false;
  return !(await isBlogIdUsed(db, id));
}

type Existing = NonNullable<Awaited<ReturnType<typeof findBySource>>>;

/** Whether a blog is unchanged since its import: not edited, hidden or taken over. */
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

/** Most imported authors with the same name that are compared. */
const namesakesMax = 50;

/**
 * Imported authors have no account: they are identified by their names, and by their addresses if known. A commenter of
 * that name is somebody else.
 */
async function authorIdOf(write: Write, author: ImportedAuthor): Promise<string> {
  const { db } = write;
  const { id: givenId, ...given } = author;
  if (givenId !== undefined) {
    const ids = await knownPeople(write, [{ ...given, id: givenId }], Date.now());
    return ids.get(personKey({ id: givenId, name: author.name })) ?? rowId();
  }
  const email = author.email && normalEmail(author.email);
  const named = await db
    .selectFrom('people')
    .leftJoin('imported_authors', 'imported_authors.person_id', 'people.id')
    .select(['id', 'photo_url', 'bio', 'imported_authors.email as address'])
    .where('name', '=', author.name)
    .where('people.email', 'is', null)
    .where('subject', 'is', null)
    .where((row) =>
      row.or([row('imported_authors.email', '=', email ?? ''), row.not(wroteOnlyComments)]),
    )
    .orderBy('id')
    .limit(namesakesMax)
    .execute();
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
