import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** How long one waits for a server that was lost to say what became of a write. */
const settleWithinMs = 5_000;
const firstAskMs = 20;
const longestAskMs = 500;
/** Marks of processes that are gone are dropped after a day: nobody asks for them any more. */
const keptMs = 24 * 60 * 60_000;

/** A write's own mark, for the time that it runs. */
export interface Mark {
  /** Leaves the mark in the write's transaction; a row, to be selected from. */
  readonly leave: RawBuilder<unknown>;
  /** Whether the write stands, once its connection was lost while it was committed; undefined where nobody tells. */
  hasCommitted(): Promise<boolean | undefined>;
  /** Lets another write have its turn. */
  release(): void;
}

export interface WriteMarks {
  take(): Mark;
  close(): void;
}

/**
 * Marks by which a process finds out whether a write whose commit got no answer stands. Each write leaves a text of its
 * own in a row of its turn: if the row has it, the write was committed. PostgreSQL's `pg_xact_status` would ask for no
 * row, but a server that crashed gives the numbers of transactions which its log had not yet kept to others, and then
 * tells what became of those.
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

  /** Waits for a transaction of that turn that the server hasn't ended yet. */
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
          // A transaction that may still run holds the row of its turn.
          if (!isInDoubt) free.push(turn);
        },
      };
    },
    close() {
      isClosed = true;
    },
  };
}

/** Drops the marks of processes that have ended long ago. */
export async function dropOldMarks(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('write_marks')
    .where('made_at', '<', Date.now() - keptMs)
    .execute();
}
