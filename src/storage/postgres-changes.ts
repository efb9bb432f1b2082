import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { everything } from './storage.ts';

interface ChangeFeedOptions {
  readonly url: string;
  readonly channel: string;
  /** This process's own name: its notices have been told already. */
  readonly origin: string;
  readonly onTags: (tags: readonly string[]) => void;
  readonly onConnectionError: (error: Error) => void;
}

const notice = z.object({ origin: z.string(), tags: z.array(z.string()) });
const reconnectDelayMs = 1_000;

/** Hears what other processes commit. After a broken connection everything counts as changed. */
export async function listenForChanges(options: ChangeFeedOptions): Promise<{ close(): Promise<void> }> {
  let isClosing = false;
  let client: pg.Client;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: options.url, keepAlive: true });
    next.on('error', options.onConnectionError);
    next.on('end', () => void reconnect());
    next.on('notification', ({ payload }) => {
      const message = notice.parse(JSON.parse(payload ?? ''));
      if (message.origin !== options.origin) options.onTags(message.tags);
    });
    await next.connect();
    await next.query(`listen ${options.channel}`);
    client = next;
  }

  async function reconnect(): Promise<void> {
    while (!isClosing) {
      options.onTags([everything]);
      try {
        await wait(reconnectDelayMs);
        if (isClosing) return;
        await connect();
        options.onTags([everything]);
        return;
      } catch (error) {
        options.onConnectionError(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  await connect();
  return {
    async close() {
      isClosing = true;
      await client.end();
    },
  };
}
