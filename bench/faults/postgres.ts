import { randomBytes } from 'node:crypto';
import { chownSync } from 'node:fs';
import { freePort } from '../../test/free-port.ts';
import {
  accountForServer,
  copyServer,
  initialise,
  type RunningPostgres,
  startPostgres,
} from '../../test/postgres/postgres-files.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { undoneAtExit } from '../../test/undone-at-exit.ts';

/** A PostgreSQL server for the bench, with full durability. */
export interface Postgres {
  readonly url: string;
  start(): Promise<void>;
  /** As after a power failure: writes nothing more, and the next start recovers. */
  stopAtOnce(): Promise<void>;
  /** Stops the server and deletes its files. */
  remove(): Promise<void>;
}

const readyWithinMs = 60_000;
const endedWithinMs = 1_000;

function settings(port: number): Readonly<Record<string, string | number>> {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    // PostgreSQL's default, as most sites have it.
    shared_buffers: '128MB',
  };
}

/** Creates and starts a server; its data are on disk, in the temporary folder. */
export async function createPostgres(): Promise<Postgres> {
  const account = accountForServer();
  const folder = temporaryFolder('faults-postgres');
  if (account) chownSync(folder.path, account.uid, account.gid);
  const native = copyServer(folder.path);
  const password = randomBytes(16).toString('hex');
  const data = initialise(folder.path, native, password, account);
  const port = await freePort();
  let server: RunningPostgres | undefined;
  const hasEnded = undoneAtExit(() => {
    void server?.stop('SIGQUIT');
    // The server writes into its folder until it has ended.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, endedWithinMs);
  });

  const postgres: Postgres = {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async start() {
      // The previous server may have left shared memory that is still being released.
      const deadline = performance.now() + readyWithinMs;
      for (;;) {
        server = startPostgres(native, data, settings(port), account);
        const error = await server.ready.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) return;
        if (performance.now() > deadline) throw error;
      }
    },
    async stopAtOnce() {
      await server?.stop('SIGQUIT');
    },
    async remove() {
      await server?.stop();
      hasEnded();
      folder.remove();
    },
  };
  await postgres.start();
  return postgres;
}
