import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { PostgresMessage } from './postgres-server.ts';

export interface StartedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

function firstMessage(child: ChildProcess): Promise<PostgresMessage> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as PostgresMessage));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`its starter ended with ${code}`)));
  });
}

/** Starts a PostgreSQL server that ends with `stop` or with this process. Rejects if none is available. */
export async function startPostgres(): Promise<StartedPostgres> {
  // Detached from the terminal's process group: Ctrl-C must not stop the database while tests use it.
  const child = fork(path.join(import.meta.dirname, 'postgres-server.ts'), {
    detached: true,
    execArgv: [],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const message = await firstMessage(child);
  if ('reason' in message) throw new Error(message.reason);
  return {
    url: message.url,
    stop() {
      child.disconnect();
      return ended;
    },
  };
}
