import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { everything } from '../storage.ts';

interface ChangeFeedOptions {
  readonly url: string;
  readonly channel: string;
  /** This process's own name: its notices were published here already. */
  readonly origin: string;
  readonly onTags: (tags: readonly string[]) => void;
  readonly onConnectionError: (error: Error) => void;
}

export interface ChangeNotices {
  /**
   * False where the server may have committed for `silentMs` what nobody has told of: while there is no connection, when
   * one has died without a word, and when this process has slept.
   */
  isHeard(): boolean;
  /**
   * Resolves when the notices of all that was committed before the call have come; rejects where they may never. Whoever
   * calls while one question is on its way shares the next.
   */
  hearAll(): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  readonly client: pg.Client;
  /** Resolves when the connection is gone, for whatever reason. */
  readonly ended: Promise<void>;
}

const notice = z.object({ origin: z.string(), tags: z.array(z.string()) });
/** PostgreSQL refuses a notice of 8,000 bytes. */
const noticeBytesMax = 7_999;
const connectionTimeoutMs = 2_000;
/** How often the server is asked whether it is there. Its answer comes after all notices of before. */
const beatMs = 1_000;
/** A connection that has been silent for so long has died, though nobody said so. */
export const silentMs = 4_000;

/** The text to notify other processes with. Too many tags for one notice become "anything may have changed". */
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
    // Whatever else is said on this channel must not end the process, nor be missed.
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

/** Runs `work` once for all who call before it begins, and after the one that is running, whatever becomes of that. */
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
 * Hears what other processes commit. After a broken connection everything counts as changed. Rejects when the first
 * connection can't be made.
 */
export async function listenForChanges(options: ChangeFeedOptions): Promise<ChangeNotices> {
  const closing = new AbortController();
  let connection = await connect(options);
  /** The notices of everything that was committed before have come. Not by the clock, which may be set meanwhile. */
  let heardUntil = performance.now();

  /** False when closed meanwhile. */
  async function reconnect(): Promise<boolean> {
    while (!closing.signal.aborted) {
      options.onTags([everything]);
      try {
        await wait(beatMs, undefined, { signal: closing.signal });
        connection = await connect(options);
        if (closing.signal.aborted) break;
        heardUntil = performance.now();
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
    heardUntil = Math.max(heardUntil, asked);
  }

  const hearAll = sharingTheNext(() => ask(connection));

  /** Asks at each beat until the connection is gone, and ends it where it is only silent. */
  async function stayAwake({ client, ended }: Connection): Promise<void> {
    const ending = new AbortController();
    const isOver = ended.then(() => ending.abort());
    const signal = AbortSignal.any([ending.signal, closing.signal]);
    try {
      while (!signal.aborted) {
        await wait(beatMs, undefined, { signal });
        await hearAll();
      }
    } catch (error) {
      if (!signal.aborted) options.onConnectionError(error as Error);
      await client.end();
    }
    await isOver;
    heardUntil = Number.NEGATIVE_INFINITY;
  }

  async function stayConnected(): Promise<void> {
    do {
      await stayAwake(connection);
    } while (await reconnect());
  }

  const running = stayConnected();
  return {
    isHeard: () => performance.now() - heardUntil <= silentMs,
    hearAll,
    async close() {
      closing.abort();
      await connection.client.end();
      await running;
    },
  };
}
