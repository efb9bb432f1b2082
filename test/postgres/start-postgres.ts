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

/** Starts a PostgreSQL of its own, which ends with `stop`, or with this process. Rejects where none can be had. */
export async function startPostgres(): Promise<StartedPostgres> {
  // Apart from the terminal's group: Ctrl-C must not take the database from under what runs on it.
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
