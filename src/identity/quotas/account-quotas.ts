import { sql } from 'kysely';
import { clockToleranceMs } from '../../storage/clock-tolerance.ts';
import { keptQuery } from '../../storage/kept-query.ts';
import type { Write } from '../../storage/storage.ts';
import type { AccountUsageTable } from '../tables.ts';
import { enoughForToday, noRoomLeft } from './quota-problems.ts';

/** Storage and daily limits of one account. Infinity for no limit. */
export interface QuotaLimits {
  /** Bytes of stored text: blogs, their revisions, drafts, comments. */
  readonly textBytes: number;
  /** Bytes of text written in a day, stored or not: a draft is saved every few seconds. */
  readonly writtenBytesPerDay: number;
  readonly blogsPerDay: number;
  readonly commentsPerDay: number;
}

export interface Cost {
  readonly blogs?: 1;
  readonly comments?: 1;
  readonly writtenBytes: number;
  /** Growth of the stored text, where known in advance; otherwise it is measured. */
  readonly addedBytes?: number;
}

export interface AccountQuotas {
  /**
   * Runs `work`, a part of `write`, and counts its `cost`. Throws `no-room-left` where the person's text exceeds the
   * account's limit, and `enough-for-today`, with the time to wait, where the daily limit is used up; the write must
   * then fail, which rolls back both the work and the count. The write holds the person's lock.
   */
  within<T>(write: Write, personId: string, cost: Cost, work: () => Promise<T>): Promise<T>;
  /** Whether automatically stored bytes, such as revisions, fit: they never take the last tenth. */
  hasRoomFor(write: Write, personId: string, bytes: number): Promise<boolean>;
}

export interface AccountQuotasOptions {
  readonly limits: QuotaLimits;
  readonly now?: () => number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const tooManyBlogs = 'You have published as many blogs as one may in a day.';
const tooManyComments = 'You have commented as often as one may in a day.';

type Day = Omit<AccountUsageTable, 'person_id' | 'text_bytes'>;

/** Total UTF-8 bytes of the texts, the same as the database counts. */
export function bytesOf(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function inWords(ms: number): string {
  const [count, unit] =
    ms > hourMs ? [Math.ceil(ms / hourMs), 'hour'] : [Math.ceil(ms / minuteMs), 'minute'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}

interface Counted {
  readonly personId: string;
  readonly writtenBytes: number;
  readonly blogs: number;
  readonly comments: number;
  readonly now: number;
  /** A day that began by then is over. */
  readonly overAt: number;
  /** A day that begins after it, in the future, comes from a wrong clock. */
  readonly wrongFrom: number;
}

/** The day's counts with one more write; a day starts with the first write after the last one ended. */
const countedDay = keptQuery((db, counted: Counted) => {
  const isOver = sql`(account_usage.day_began_at <= ${counted.overAt} or account_usage.day_began_at > ${counted.wrongFrom})`;
  const sum = (column: 'blogs' | 'comments' | 'written_bytes') => sql<number>`
    case when ${isOver} then 0 else account_usage.${sql.ref(column)} end + excluded.${sql.ref(column)}`;
  return db
    .insertInto('account_usage')
    .values({
      person_id: counted.personId,
      day_began_at: counted.now,
      blogs: counted.blogs,
      comments: counted.comments,
      written_bytes: counted.writtenBytes,
    })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({
        day_began_at: sql<number>`
          case when ${isOver} then excluded.day_began_at else account_usage.day_began_at end`,
        blogs: sum('blogs'),
        comments: sum('comments'),
        written_bytes: sum('written_bytes'),
      }),
    )
    .returning(['text_bytes', 'day_began_at', 'blogs', 'comments', 'written_bytes']);
});

async function count({ db }: Write, personId: string, cost: Cost, now: number) {
  const [row] = await countedDay(db, {
    personId,
    now,
    overAt: now - dayMs,
    wrongFrom: now + clockToleranceMs,
    blogs: cost.blogs ?? 0,
    comments: cost.comments ?? 0,
    writtenBytes: cost.writtenBytes,
  });
  if (!row) throw new Error('The day was not counted.');
  return row;
}

/** Enforces the limits of accounts. Each check and count reads one row by its key. */
export function createAccountQuotas({
  limits,
  now = Date.now,
}: AccountQuotasOptions): AccountQuotas {
  function assertDay(today: Day, cost: Cost, time: number): void {
    const used = [
      [cost.blogs, today.blogs, limits.blogsPerDay, tooManyBlogs],
      [cost.comments, today.comments, limits.commentsPerDay, tooManyComments],
      [cost.writtenBytes, today.written_bytes, limits.writtenBytesPerDay, enoughForToday.message],
    ] as const;
    for (const [added, amount, limit, sentence] of used) {
      if (!added || amount <= limit) continue;
      const waitMs = today.day_began_at + dayMs - time;
      throw enoughForToday({
        message: `${sentence} Please try again in ${inWords(waitMs)}.`,
        retryAfter: Math.ceil(waitMs / 1_000),
      });
    }
  }

  async function textBytesOf({ db }: Write, personId: string): Promise<number> {
    const row = await db
      .selectFrom('account_usage')
      .select('text_bytes')
      .where('person_id', '=', personId)
      .executeTakeFirst();
    return row?.text_bytes ?? 0;
  }

  return {
    async within(write, personId, cost, work) {
      const time = now();
      const before = await count(write, personId, cost, time);
      assertDay(before, cost, time);
      const result = await work();
      const after =
        cost.addedBytes === undefined
          ? await textBytesOf(write, personId)
          : before.text_bytes + cost.addedBytes;
      // An account over a lowered limit may still shrink.
      if (after > limits.textBytes && after > before.text_bytes) throw noRoomLeft();
      return result;
    },
    async hasRoomFor(write, personId, bytes) {
      return (await textBytesOf(write, personId)) + bytes <= 0.9 * limits.textBytes;
    },
  };
}
