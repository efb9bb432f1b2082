/**
 * Runs a PostgreSQL server for the tests, as a child of the process that asked for it: sends `{ url }` once it answers.
 * Stops and removes its files when that process is gone, for whatever reason.
 */
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fastFolder } from '../fast-folder.ts';
import { freePort } from '../free-port.ts';
import { accountForServer, copyServer, initialise, startPostgres } from './postgres-files.ts';

/** The message to the parent. */
export type PostgresMessage = { readonly url: string } | { readonly reason: string };

interface Folders {
  /** Holds the program: a folder in memory may be mounted `noexec`. */
  readonly program: string;
  readonly data: string;
}

/** Durability is off: the tests' data lives for minutes. */
function settings(port: number): Readonly<Record<string, string | number>> {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    shared_buffers: '64MB',
    max_connections: 200,
    autovacuum: 'off',
  };
}

function sendToParent(message: PostgresMessage): void {
  process.send?.(message);
}

async function serve(folders: Folders): Promise<void> {
  const account = accountForServer();
  for (const folder of Object.values(folders)) {
    if (account) chownSync(folder, account.uid, account.gid);
  }
  const native = copyServer(folders.program);
  const password = randomBytes(16).toString('hex');
  const data = initialise(folders.data, native, password, account);
  const port = await freePort();
  const server = startPostgres(native, data, settings(port), account);
  const parentGone = new Promise<void>((resolve) => process.once('disconnect', resolve));
  try {
    await server.ready;
    sendToParent({ url: `postgres://postgres:${password}@127.0.0.1:${port}` });
    if (process.connected) await parentGone;
  } finally {
    await server.stop();
  }
}

// Ctrl-C signals every process in the terminal; the parent decides when the server stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const newFolder = (place: string) => mkdtempSync(path.join(place, 'content-hub-postgres-'));
const folders: Folders = { program: newFolder(tmpdir()), data: newFolder(fastFolder()) };
try {
  await serve(folders);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  if (process.connected) sendToParent({ reason });
} finally {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  process.exit();
}
