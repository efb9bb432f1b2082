import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fastFolder } from '../../../test/fast-folder.ts';
import { freePort } from '../../../test/free-port.ts';
import {
  type Account,
  accountForServer,
  copyServer,
  initialise,
  type RunningPostgres,
  startPostgres,
} from '../../../test/postgres/postgres-files.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { undoneAtExit } from '../../../test/undone-at-exit.ts';

interface Server {
  readonly url: string;
  start(): Promise<void>;
  /** Stops without a checkpoint, as a power failure does. */
  stop(): Promise<void>;
  pause(isPaused: boolean): void;
}

/** A primary and a standby that streams from it. */
export interface ReplicatedPostgres {
  readonly primary: Server;
  readonly standby: Server;
  remove(): Promise<void>;
}

interface ServerParts {
  readonly native: string;
  readonly data: string;
  readonly password: string;
  readonly account: Account | undefined;
  readonly more?: Readonly<Record<string, string>>;
}

async function createServer({ native, data, password, account, more }: ServerParts) {
  const port = await freePort();
  let running: RunningPostgres | undefined;
  const hasEnded = undoneAtExit(() => void running?.stop('SIGQUIT'));
  return {
    port,
    hasEnded,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async start() {
      running = startPostgres(
        native,
        data,
        {
          port,
          listen_addresses: '127.0.0.1',
          unix_socket_directories: '',
          fsync: 'off',
          shared_buffers: '32MB',
          max_connections: 100,
          autovacuum: 'off',
          ...more,
        },
        account,
      );
      await running.ready;
    },
    async stop() {
      await running?.stop('SIGQUIT');
    },
    pause: (isPaused: boolean) => running?.pause(isPaused),
  };
}

/** Settings of a server for measurements, with full durability. */
const durable = { fsync: 'on', autovacuum: 'on', shared_buffers: '64MB' };

/** Creates and starts both servers; with `isDurable`, their data are on the disk and synced. */
export async function startReplicatedPostgres({
  isDurable = false,
} = {}): Promise<ReplicatedPostgres> {
  const account = accountForServer();
  const place = isDurable ? undefined : fastFolder();
  const [folder, data] = [temporaryFolder('replica'), temporaryFolder('replica', place)];
  for (const { path: each } of [folder, data])
    if (account) chownSync(each, account.uid, account.gid);
  const native = copyServer(folder.path);
  const password = randomBytes(16).toString('hex');
  const ofPrimary = initialise(data.path, native, password, account);
  // A server that has never run can be copied as files; `-a` keeps their owner.
  const ofStandby = path.join(data.path, 'standby');
  execFileSync('cp', ['-a', ofPrimary, ofStandby]);
  writeFileSync(path.join(ofStandby, 'standby.signal'), '');
  const parts = { native, password, account };
  const more = isDurable ? durable : {};
  const primary = await createServer({ ...parts, data: ofPrimary, more });
  const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`;
  const standby = await createServer({
    ...parts,
    data: ofStandby,
    more: { ...more, primary_conninfo: conninfo, wal_retrieve_retry_interval: '100ms' },
  });
  async function remove(): Promise<void> {
    for (const server of [standby, primary]) {
      await server.stop();
      server.hasEnded();
    }
    for (const each of [folder, data]) each.remove();
  }
  try {
    await primary.start();
    await standby.start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { primary, standby, remove };
}
