import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { OwnSettings } from '../../platform/site/own-settings.ts';
import type { Storage, Write } from '../storage.ts';

interface RowsOf {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
}

/** How long a table's rows are kept. Expired rows have no effect, whether they are deleted yet or not. */
export interface RetentionRule extends RowsOf {
  /** The indexed column with the time, in milliseconds since 1970. */
  readonly column: string;
  /** Milliseconds from that time until the row is deleted. */
  readonly keptMs: number;
}

/** A retention rule whose period is in the owner's settings. */
export interface SetRetentionRule extends Omit<RetentionRule, 'keptMs'> {
  readonly keptMs: (settings: OwnSettings) => number;
}

/** Rows whose expiry depends on another row. */
export interface DueRows extends RowsOf {
  /** Condition for the expired rows at a time in milliseconds since 1970; an index serves it. */
  readonly due: (now: number) => RawBuilder<unknown>;
}

export type Swept = RetentionRule | SetRetentionRule | DueRows;

const dayMs = 24 * 60 * 60_000;

/** The retention rules of the storage's own tables. */
export const storageRetention: readonly RetentionRule[] = [
  { table: 'counted_tries', key: ['key'], column: 'expires_at', keptMs: 0 },
  {
    table: 'remembered_results',
    key: ['person_id', 'purpose', 'key'],
    column: 'created_at',
    keptMs: dayMs,
  },
  { table: 'leases', key: ['key'], column: 'expires_at', keptMs: 0 },
];

/** Rows deleted per write: on SQLite other writes wait for some milliseconds. */
const rowsAtOnce = 200;
/** A pause between two of these writes lets other writes run. */
const pauseMs = 20;
const everyMs = 10 * 60_000;

/** The rule with the period that the owner has set; undefined if rows are kept for good. */
function asSet(rule: Swept, settings: OwnSettings): (RetentionRule | DueRows) | undefined {
  if ('due' in rule) return rule;
  const keptMs = typeof rule.keptMs === 'number' ? rule.keptMs : rule.keptMs(settings);
  return Number.isFinite(keptMs) ? { ...rule, keptMs } : undefined;
}

function someOf(rule: RetentionRule | DueRows, now: number, most: number) {
  const names = sql.join(rule.key.map((name) => sql.ref(name)));
  const table = sql.table(rule.table);
  if ('due' in rule) {
    return {
      old: sql`select ${names} from ${table} where ${rule.due(now)} limit ${most}`,
      names,
    };
  }
  const column = sql.ref(rule.column);
  const old = sql`select ${names} from ${table}
    where ${column} <= ${now - rule.keptMs} order by ${column} limit ${most}`;
  return { old, names };
}

/** Deletes at most `most` expired rows, within a write. */
export async function dropSome(
  db: Write['db'],
  rule: RetentionRule | DueRows,
  now: number,
  most: number,
): Promise<void> {
  const { old, names } = someOf(rule, now, most);
  await sql`delete from ${sql.table(rule.table)} where (${names}) in (${old})`.execute(db);
}

/** Deletes all expired rows in small batches, then removes deleted data from SQLite's write-ahead log. */
export async function sweep(
  storage: Storage,
  all: readonly Swept[],
  now: number,
  { signal, settings = {} }: { signal?: AbortSignal; settings?: OwnSettings } = {},
): Promise<void> {
  for (const given of all) {
    const rule = asSet(given, settings);
    while (rule && !signal?.aborted) {
      // Read first: usually no row has expired, and a read takes no write lock.
      const { rows } = await someOf(rule, now, rowsAtOnce).old.execute(storage.reader);
      if (rows.length === 0) break;
      await storage.write(({ db }) => dropSome(db, rule, now, rowsAtOnce), {
        lockKeys: ['sweep'],
      });
      await wait(pauseMs, undefined, { signal });
    }
  }
  if (!signal?.aborted) await storage.forgetDeleted();
}

export interface SweeperOptions {
  readonly storage: Storage;
  readonly all: readonly Swept[];
  /** Further periodic tasks. If one fails, the rest still run. */
  readonly also: readonly (() => Promise<void>)[];
  /** The owner's current settings. */
  readonly settings: () => Promise<OwnSettings>;
  readonly onError: (error: unknown) => void;
}

/** Sweeps every ten minutes without keeping the process alive. Returns a function that stops it. */
export function startSweeper(options: SweeperOptions): () => Promise<void> {
  const { storage, all, also, settings, onError } = options;
  const stopping = new AbortController();
  const startedAt = Date.now() - performance.now();
  // A monotonic clock: a system clock that is set a year ahead must not expire rows that are an hour old.
  const now = () => startedAt + performance.now();
  const { signal } = stopping;
  const steps = [
    ...also,
    async () => sweep(storage, all, now(), { signal, settings: await settings() }),
  ];
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
