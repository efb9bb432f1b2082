import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** How long to wait for a lost server to report the outcome of a write. */
const settleWithinMs = 5_000;
const firstAskMs = 20;
const longestAskMs = 500;
/** Marks of dead processes are dropped after a day: they are not read any more. */
const keptMs = 24 * 60 * 60_000;

/** The mark of one write, for the duration of that write. */
export interface Mark {
  /** SQL that writes the mark in the write's transaction and returns a row. */
  readonly leave: RawBuilder<unknown>;
  /**
   * Whether the write was committed, after its connection was lost during the commit; undefined if that can't be
   * determined.
   */
  hasCommitted(): Promise<boolean | undefined>;
  /** Frees the slot for another write. */
  release(): void;
}

export interface WriteMarks {
  take(): Mark;
  close(): void;
}

/**
 * Marks by which a process learns whether a write was committed whose commit got no answer. Each write stores a unique text
 * in the row of its slot (`turn`): if the row has it, the write was committed. PostgreSQL's `pg_xact_status` needs no
 * row, but a server that crashed reuses transaction numbers that its log had not yet stored, and would report the
 * outcome of another transaction.
 */
export function createWriteMarks(db: Kysely<Schema>): WriteMarks {
  const process = randomUUID();
  const free: number[] = [];
  let turns = 0;
  let isClosed = false;

  function row(turn: number, mark: string): RawBuilder<unknown> {
    return sql`insert into write_marks (process, turn, mark, made_at, is_logged)
      values (${process}, ${turn}, ${mark}, ${Date.now()}, 1)`;
  }

  /** Waits for a transaction of that slot that is still open on the server. */
  async function standingMark(turn: number): Promise<string | undefined> {
    const { rows } = await sql<{ mark: string }>`${row(turn, '')}
      on conflict (process, turn) do update set made_at = excluded.made_at
      returning mark`.execute(db);
    return rows[0]?.mark;
  }

  async function settle(turn: number, mark: string): Promise<boolean | undefined> {
    const deadline = performance.now() + settleWithinMs;
    for (let delayMs = firstAskMs; !isClosed; delayMs = Math.min(delayMs * 2, longestAskMs)) {
      try {
        return (await standingMark(turn)) === mark;
      } catch {
        if (performance.now() + delayMs >= deadline) return undefined;
      }
      await wait(delayMs);
    }
    return undefined;
  }

  return {
    take() {
      const turn = free.pop() ?? turns++;
      const mark = randomUUID();
      let isInDoubt = false;
      return {
        leave: sql`${row(turn, mark)}
          on conflict (process, turn) do update set mark = excluded.mark, made_at = excluded.made_at
          returning turn`,
        async hasCommitted() {
          const answer = await settle(turn, mark);
          isInDoubt = answer === undefined;
          return answer;
        },
        release() {
          // A transaction that may still be running holds the slot's row.
          if (!isInDoubt) free.push(turn);
        },
      };
    },
    close() {
      isClosed = true;
    },
  };
}

/** Drops the marks of processes that ended long ago. */
export async function dropOldMarks(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('write_marks')
    .where('made_at', '<', Date.now() - keptMs)
    .execute();
}
