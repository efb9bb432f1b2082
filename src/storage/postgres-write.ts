import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ChangeListeners } from './change-listeners.ts';
import { noticeOf } from './postgres-changes.ts';
import type { Replica } from './postgres-replica.ts';
import type { Schema } from './schema.ts';
import type { Storage, Write } from './storage.ts';
import { createTurns } from './write-turns.ts';

/** The advisory lock that every write holds to its end, shared or alone; any number, the same in every process. */
const writeLock = 20_261_120;
/** Writes at once; the other connections of the pool are for reading. */
const writesAtOnce = 6;
/** How often a write is run that PostgreSQL ends for the sake of another. */
const runsMax = 3;
/** SQLSTATE of a serialization failure and of a deadlock: nothing of the write is left, and the next run may pass. */
const endedForAnother: ReadonlySet<unknown> = new Set(['40001', '40P01']);

export interface PostgresWriteParts {
  readonly writer: Kysely<Schema>;
  /** Where other processes listen, and what this one calls itself there. */
  readonly channel: string;
  readonly origin: string;
  readonly listeners: ChangeListeners;
  readonly replica: Replica | undefined;
}

/** A name as PostgreSQL locks it. Two names of one key only wait for each other needlessly. */
function lockKeyOf(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}

/** Takes all locks of a write at its beginning and in one order, so that no two writes can wait for each other. */
async function lock(db: Write['db'], alone: readonly string[] | undefined): Promise<void> {
  const locks = alone
    ? [
        sql`pg_advisory_xact_lock_shared(${writeLock})`,
        ...alone
          .map(lockKeyOf)
          .sort()
          .map((key) => sql`pg_advisory_xact_lock(${key}::bigint)`),
      ]
    : [sql`pg_advisory_xact_lock(${writeLock})`];
  await sql`select ${sql.join(locks)}`.execute(db);
}

async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (runs === runsMax || !endedForAnother.has(code)) throw error;
    }
  }
}

/** Writes side by side, except those that name the same: in this process by turns, among processes by locks. */
export function createPostgresWrite(parts: PostgresWriteParts): Storage['write'] {
  const { writer, channel, origin, listeners, replica } = parts;
  const turns = createTurns(writesAtOnce);

  return (work, { alone } = {}) =>
    turns(alone, async () => {
      const { result, tags } = await again(() =>
        writer.transaction().execute(async (db) => {
          await lock(db, alone);
          const touched = new Set<string>();
          const result = await work({
            db,
            touch(...tags) {
              for (const tag of tags) touched.add(tag);
            },
          });
          const tags = [...touched];
          if (tags.length > 0) {
            await sql`select pg_notify(${channel}, ${noticeOf(origin, tags)})`.execute(db);
          }
          return { result, tags };
        }),
      );
      replica?.markBehind();
      listeners.tell(tags);
      return result;
    });
}
