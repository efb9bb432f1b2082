import type { Generated, Kysely, Transaction } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import type { Reader } from '../../storage/storage.ts';
import type { Life, Moderation, TextState } from '../life.ts';
import type { PublishedBlogsView, PublishedCommentsView } from './tables.ts';

interface LifeColumns {
  state: Generated<string>;
  removed_until: Generated<number | null>;
  /** `Moderation`. */
  moderation: Generated<string>;
  /** 1 while its author's account is deleted and can be restored. */
  account_hold: Generated<number>;
  /** UTF-8 bytes of the author's text, as quotas count them. */
  bytes: Generated<number>;
}

/** All blogs, in any state. */
export interface BlogsTable extends PublishedBlogsView, LifeColumns {
  /** The state before the removal. */
  former_state: Generated<string | null>;
  /** The author of a blog that was detached from a deleted account, while the account can be restored. */
  former_author_id: Generated<string | null>;
}

/** All comments, in any state. A blog's visibility isn't repeated on its comments. */
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
 * The tables behind `published_blogs` and `published_comments`, with rows of every state: for code that changes a
 * state, or shows authors and staff hidden texts. All other code reads the views.
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
  /** By `withFirstPublication`; true where left out. */
  readonly was_published?: boolean;
  readonly removed_until: number | null;
  readonly moderation: string;
  readonly account_hold: number;
  readonly author_hidden_at?: number | null;
}

/** Comments have no column for the former state: only published comments are removed. */
export function lifeOf(row: LifeRow): Life {
  const isRemoved = row.state === 'removed';
  const former = (row.former_state ?? 'published') as Exclude<TextState, 'removed'>;
  return {
    state: row.state as TextState,
    formerState: isRemoved ? former : null,
    wasPublished: row.was_published ?? true,
    removedUntil: row.removed_until,
    moderation: row.moderation as Moderation,
    isAuthorAway: row.account_hold !== 0,
    authorHiddenAt: row.author_hidden_at ?? null,
  };
}

/** The state of a visible row, the same as in `published_blogs` and the indexes of lists. */
export const visibleColumns = { state: 'published', moderation: 'none', account_hold: 0 } as const;
