import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { administer, databaseUrl } from '../../src/storage/postgres/testing-databases.ts';
import { startReplicatedPostgres } from '../../src/storage/postgres/testing-replica.ts';
import { freePort } from '../../test/free-port.ts';
import { signUp } from '../../test/site-member.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { cpuMsOfTree, parentOf, type ServerProcess, startServer } from '../server-process.ts';
import { onAllCores, onServerCore } from '../speed/cores.ts';
import { fillWithPosts } from '../speed/posts.ts';
import { writers } from '../speed/rows/writes.ts';
import { siteCommand, siteSettings, siteVariables } from '../start-site.ts';

export const layoutNames = {
  sqlite: 'one process, SQLite',
  postgres: 'one process, PostgreSQL',
  nodes: 'two nodes of two workers, PostgreSQL and a replica',
} as const;
export type LayoutName = keyof typeof layoutNames;

/** Milliseconds of processor time since the start. */
export interface Spent {
  readonly site: number;
  readonly primary: number;
  readonly replica: number;
}

/** A running site, of one process or several. */
export interface Layout {
  readonly name: LayoutName;
  readonly origins: readonly string[];
  readonly blogIds: readonly string[];
  /** Sessions of the commenters. */
  readonly cookies: readonly string[];
  spent(): Spent;
}

export interface Layouts {
  readonly all: readonly Layout[];
  readonly nodes: Layout;
  /** URL of an empty database on the same server as the sites' databases. */
  readonly emptyUrl: string;
  /** A folder on disk for files that a measurement writes. */
  readonly folder: string;
  /** State of the replica, as the nodes report it. */
  replicaStates(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The postmaster: the parent of all processes of a server. */
async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const parent = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return parent;
}

/** Starts and fills all sites: single-process sites run on the servers' core, the nodes on any. */
export async function startLayouts(postCount: number): Promise<Layouts> {
  const folder = temporaryFolder('bench-scale');
  const command = await siteCommand();
  const { primary, standby, remove } = await startReplicatedPostgres({ isDurable: true });
  const servers: ServerProcess[] = [];
  const [ofPrimary, ofReplica] = [await postmasterOf(primary.url), await postmasterOf(standby.url)];

  async function start(own: string, settings: Readonly<Record<string, string>>) {
    const port = await freePort();
    const dataDir = path.join(folder.path, own);
    mkdirSync(dataDir, { mode: 0o755 });
    const isNode = settings.WORKERS !== undefined;
    const server = await startServer(isNode ? command : onServerCore(command), port, {
      ...(await siteVariables()),
      ...siteSettings(port, dataDir),
      DEMO: 'off',
      LIMITS: '0',
      ...settings,
    });
    servers.push(server);
    return server;
  }

  async function layout(name: LayoutName, own: readonly ServerProcess[]): Promise<Layout> {
    const origins = own.map(({ origin }) => origin);
    const [first = ''] = origins;
    const { blogIds } = await fillWithPosts(first, postCount);
    const people = Array.from({ length: writers }, () => signUp(first));
    const cookies = (await Promise.all(people)).map(({ cookie }) => cookie);
    const hasDatabase = name !== 'sqlite';
    return {
      name,
      origins,
      blogIds,
      cookies,
      spent: () => ({
        site: own.reduce((sum, { pid }) => sum + cpuMsOfTree(pid), 0),
        primary: hasDatabase ? cpuMsOfTree(ofPrimary) : 0,
        replica: hasDatabase ? cpuMsOfTree(ofReplica) : 0,
      }),
    };
  }

  async function close(): Promise<void> {
    for (const server of servers) await server.stop();
    await remove();
    folder.remove();
  }

  try {
    const database = async (name: string) => {
      await administer(primary.url, `create database ${name}`);
      return databaseUrl(primary.url, name);
    };
    const emptyUrl = await database('rows');
    const alone = await start('sqlite', {});
    const beside = await start('postgres', { DATABASE_URL: await database('alone') });
    const ofNodes = {
      DATABASE_URL: await database('shared'),
      DATABASE_REPLICA_URL: databaseUrl(standby.url, 'shared'),
      WORKERS: '2',
    };
    const pair = await onAllCores(async () => [
      await start('first', ofNodes),
      await start('second', ofNodes),
    ]);
    const [sqlite, postgres, nodes] = await Promise.all([
      layout('sqlite', [alone]),
      layout('postgres', [beside]),
      layout('nodes', pair),
    ]);
    return {
      all: [sqlite, postgres, nodes],
      nodes,
      emptyUrl,
      folder: folder.path,
      async replicaStates() {
        const states = nodes.origins.map(async (origin) => {
          const reply = await fetch(`${origin}/readyz`);
          const body = (await reply.json()) as { readonly replica?: { readonly state: string } };
          return body.replica?.state ?? 'none';
        });
        return Promise.all(states);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
