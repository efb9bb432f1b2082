import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { everything } from '../storage.ts';
import { currentPosition } from './replication-sql.ts';

interface ChangeFeedOptions {
  readonly url: string;
  readonly channel: string;
  /** This process's id: its own notifications are skipped, because its changes were published locally. */
  readonly origin: string;
  readonly onTags: (tags: readonly string[]) => void;
  /**
   * Called in each round trip, before its callers go on, with the position of the server's log: all earlier commits are
   * before it. Undefined if the server doesn't say.
   */
  readonly onPosition?: ((position: number | undefined) => void) | undefined;
  readonly onConnectionError: (error: Error) => void;
}

export interface ChangeNotices {
  /**
   * False if commits may have gone unnoticed for more than `silentMs`: while there is no connection, after one has died
   * silently, and after this process was suspended.
   */
  isUpToDate(): boolean;
  /**
   * Resolves when the notifications of all earlier commits have arrived; rejects if they may never arrive. Concurrent
   * callers share the next round trip.
   */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  readonly client: pg.Client;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

const notice = z.object({ origin: z.string(), tags: z.array(z.string()) });
/** PostgreSQL refuses a payload of 8,000 bytes or more. */
const noticeBytesMax = 7_999;
const connectionTimeoutMs = 2_000;
/** Interval of the heartbeat query. Its answer arrives after all earlier notifications. */
const beatMs = 1_000;
/** A connection that has been silent for this long counts as dead. */
export const silentMs = 4_000;

/** Payload that notifies other processes. Too many tags for one notification become "anything may have changed". */
export function noticeOf(origin: string, tags: readonly string[]): string {
  const text = JSON.stringify({ origin, tags });
  if (Buffer.byteLength(text) <= noticeBytesMax) return text;
  return JSON.stringify({ origin, tags: [everything] });
}

function parseNotice(payload: string | undefined): z.output<typeof notice> | undefined {
  try {
    return notice.parse(JSON.parse(payload ?? ''));
  } catch {
    return undefined;
  }
}

async function connect(options: ChangeFeedOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString: options.url,
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: silentMs,
  });
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', options.onConnectionError);
  client.on('notification', ({ payload }) => {
    const message = parseNotice(payload);
    // An unknown payload on this channel must neither end the process nor be ignored.
    if (message?.origin !== options.origin) options.onTags(message?.tags ?? [everything]);
  });
  try {
    await client.connect();
    await client.query(`listen ${options.channel}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { client, ended };
}

/**
 * Coalesces calls: one run of `work` serves all calls made before it starts. It starts after the current run has ended
 * or failed.
 */
function sharingTheNext(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        if (next) running = next;
        next = undefined;
        return work();
      });
    return next;
  };
}

/**
 * Receives other processes' commits. After a broken connection everything counts as changed. Rejects if the first
 * connection fails.
 */
export async function listenForChanges(options: ChangeFeedOptions): Promise<ChangeNotices> {
  const closing = new AbortController();
  let connection = await connect(options);
  /** Notifications of all commits before this time have arrived. Monotonic, because the system clock may be changed. */
  let upToDateUntil = performance.now();

  /** False if closed in the meantime. */
  async function reconnect(): Promise<boolean> {
    while (!closing.signal.aborted) {
      options.onTags([everything]);
      try {
        await wait(beatMs, undefined, { signal: closing.signal });
        connection = await connect(options);
        if (closing.signal.aborted) break;
        upToDateUntil = performance.now();
        options.onTags([everything]);
        return true;
      } catch (error) {
        if (!closing.signal.aborted) {
          options.onConnectionError(error instanceof Error ? error : new Error(String(error)));
        }
      }
    }
    await connection.client.end();
    return false;
  }

  async function ask({ client }: Connection): Promise<void> {
    const asked = performance.now();
    await client.query(`listen ${options.channel}`);
    upToDateUntil = Math.max(upToDateUntil, asked);
    if (!options.onPosition) return;
    const answer = await client
      .query<{ position: number }>(`select ${currentPosition} as position`)
      .catch(() => undefined);
    options.onPosition(answer?.rows[0]?.position);
  }

  const catchUp = sharingTheNext(() => ask(connection));

  /** Sends heartbeats until the connection ends; ends it if the server doesn't answer. */
  async function stayAwake({ client, ended }: Connection): Promise<void> {
    const ending = new AbortController();
    const isOver = ended.then(() => ending.abort());
    const signal = AbortSignal.any([ending.signal, closing.signal]);
    try {
      while (!signal.aborted) {
        await wait(beatMs, undefined, { signal });
        await catchUp();
      }
    } catch (error) {
      if (!signal.aborted) options.onConnectionError(error as Error);
      await client.end();
    }
    await isOver;
    upToDateUntil = Number.NEGATIVE_INFINITY;
  }

  async function stayConnected(): Promise<void> {
    do {
      await stayAwake(connection);
    } while (await reconnect());
  }

  const running = stayConnected();
  return {
    isUpToDate: () => performance.now() - upToDateUntil <= silentMs,
    catchUp,
    async close() {
      closing.abort();
      await connection.client.end();
      await running;
    },
  };
}
