import type { Generated, Kysely, Transaction } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import type { Reader } from '../../storage/storage.ts';
import type { Life, Moderation, TextState } from '../life.ts';
import type { PublishedBlogsView, PublishedCommentsView } from './tables.ts';

/** What a row says of its life. */
interface LifeColumns {
  state: Generated<string>;
  removed_until: Generated<number | null>;
  /** `Moderation`. */
  moderation: Generated<string>;
  /** 1 while its author's account is deleted and can be restored. */
  account_hold: Generated<number>;
  /** UTF-8 bytes of what its author wrote in it, as quotas count them. */
  bytes: Generated<number>;
}

/** Every blog that there is, whatever its state. */
export interface BlogsTable extends PublishedBlogsView, LifeColumns {
  /** What it was before it was removed. */
  former_state: Generated<string | null>;
  /** Who wrote a blog that stays without its author for as long as the account can be restored. */
  former_author_id: Generated<string | null>;
}

/** Every comment that there is. One on a blog that isn't visible says nothing of that: it hangs on its blog. */
export interface CommentsTable extends Omit<PublishedCommentsView, 'thread_id'>, LifeColumns {
  /** When the author of the blog hid it; null where they didn't. */
  author_hidden_at: Generated<number | null>;
}

export interface TextTables {
  blogs: BlogsTable;
  comments: CommentsTable;
}
export type TextSchema = Schema & TextTables;
export type TextReader = Pick<Kysely<TextSchema>, 'selectFrom'>;

/**
 * The tables behind `published_blogs` and `published_comments`, with rows of every state: for what changes a state, and
 * for what shows authors and staff what others don't see. Everything else reads the views.
 */
export function allTexts(db: Transaction<Schema>): Transaction<TextSchema>;
export function allTexts(db: Reader): Kysely<TextSchema>;
export function allTexts(db: Pick<Reader, 'selectFrom'>): TextReader;
export function allTexts(db: Pick<Reader, 'selectFrom'>): TextReader {
  return db as unknown as TextReader;
}

export const lifeColumns = ['state', 'removed_until', 'moderation', 'account_hold'] as const;
export const commentLifeColumns = [...lifeColumns, 'author_hidden_at'] as const;

export interface LifeRow {
  readonly state: string;
  readonly former_state?: string | null;
  readonly removed_until: number | null;
  readonly moderation: string;
  readonly account_hold: number;
  readonly author_hidden_at?: number | null;
}

/** A comment was published before it was removed, and has no column for it. */
export function lifeOf(row: LifeRow): Life {
  const isRemoved = row.state === 'removed';
  const former = (row.former_state ?? 'published') as Exclude<TextState, 'removed'>;
  return {
    state: row.state as TextState,
    formerState: isRemoved ? former : null,
    removedUntil: row.removed_until,
    moderation: row.moderation as Moderation,
    isAuthorAway: row.account_hold !== 0,
    authorHiddenAt: row.author_hidden_at ?? null,
  };
}

/** As `published_blogs` and the indexes of lists have it: the state of a visible row. */
export const visibleColumns = { state: 'published', moderation: 'none', account_hold: 0 } as const;
