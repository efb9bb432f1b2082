import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Storage, Write } from '../storage.ts';

/** Rows of a table that say nothing any more after a time. */
export interface Expiring {
  readonly table: string;
  /** Its primary key. */
  readonly key: readonly string[];
  /** The indexed column with the time, in milliseconds since 1970. */
  readonly column: string;
  /** Milliseconds from that time until the row goes. */
  readonly keptMs: number;
}

const dayMs = 24 * 60 * 60_000;

/** What the storage itself keeps for a while. */
export const storedForAWhile: readonly Expiring[] = [
  { table: 'counted_tries', key: ['key'], column: 'expires_at', keptMs: 0 },
  {
    table: 'remembered_results',
    key: ['person_id', 'purpose', 'key'],
    column: 'created_at',
    keptMs: dayMs,
  },
  { table: 'leases', key: ['key'], column: 'expires_at', keptMs: 0 },
  { table: 'set_aside_rows', key: ['kind', 'row_id'], column: 'ends_at', keptMs: 0 },
  { table: 'held_texts', key: ['kind', 'id'], column: 'ends_at', keptMs: 0 },
];

/** Rows that go in one write: some milliseconds, in which others wait on SQLite. */
const rowsAtOnce = 200;
/** Between two writes everybody else has the database for themselves. */
const pauseMs = 20;
const everyMs = 10 * 60_000;

function someOf({ table, key, column, keptMs }: Expiring, now: number, most: number) {
  const names = sql.join(key.map((name) => sql.ref(name)));
  const old = sql`select ${names} from ${sql.table(table)}
    where ${sql.ref(column)} <= ${now - keptMs} order by ${sql.ref(column)} limit ${most}`;
  return { old, names };
}

/** Takes a few rows away that are out of date, within a write: never so many that it takes long. */
export async function dropSome(
  db: Write['db'],
  expiring: Expiring,
  now: number,
  most: number,
): Promise<void> {
  const { old, names } = someOf(expiring, now, most);
  await sql`delete from ${sql.table(expiring.table)} where (${names}) in (${old})`.execute(db);
}

/** Takes away all that is out of date, a little at a time, and what deleted rows have left in the log. */
export async function sweep(
  storage: Storage,
  all: readonly Expiring[],
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  for (const expiring of all) {
    while (!signal?.aborted) {
      // Looked for before it is written: mostly there is nothing.
      const { rows } = await someOf(expiring, now, rowsAtOnce).old.execute(storage.reader);
      if (rows.length === 0) break;
      await storage.write(({ db }) => dropSome(db, expiring, now, rowsAtOnce), {
        alone: ['sweep'],
      });
      await wait(pauseMs, undefined, { signal });
    }
  }
  if (!signal?.aborted) await storage.forgetDeleted();
}

export interface SweeperOptions {
  readonly storage: Storage;
  readonly all: readonly Expiring[];
  /** What else has to be ended in time. Where one of these fails the others are done none the less. */
  readonly also: readonly (() => Promise<void>)[];
  readonly onError: (error: unknown) => void;
}

/** Sweeps every ten minutes, and doesn't keep the process alive for it. Returns how to stop. */
export function startSweeper({ storage, all, also, onError }: SweeperOptions): () => Promise<void> {
  const stopping = new AbortController();
  const startedAt = Date.now() - performance.now();
  // Not the clock's time, which somebody may set: what is an hour old doesn't go because it became a year older.
  const now = () => startedAt + performance.now();
  const steps = [...also, () => sweep(storage, all, now(), stopping.signal)];
  const report = (error: unknown) => {
    if (!stopping.signal.aborted) onError(error);
  };
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(async () => {
      for (const step of steps) await step().catch(report);
    });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
