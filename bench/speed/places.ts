import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../test/free-port.ts';
import { signUp } from '../../test/site-member.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createPostgres, type Postgres } from '../faults/postgres.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { siteCommand, siteSettings, siteVariables } from '../start-site.ts';
import { onServerCore } from './cores.ts';
import type { Edition } from './figures.ts';
import { type Filled, fillWithPosts } from './posts.ts';

/** Why a line has no figure on this machine: a requirement is missing. */
export class NotHere extends Error {
  override readonly name = 'NotHere';
}

interface MadeUp {
  readonly posts: number;
  /** In addition to those of all sites; a checkout that doesn't know them ignores them. */
  readonly settings?: Readonly<Record<string, string>>;
}

const madeUp = {
  sqlite: { posts: 500 },
  postgres: { posts: 500 },
  'grown-2000': { posts: 2_000 },
  'grown-5000': { posts: 5_000 },
  // More than the default disk cache holds.
  'grown-50000': { posts: 50_000, settings: { PAGES_ON_DISK: '8192' } },
} satisfies Readonly<Record<string, MadeUp>>;

/** A number of made-up posts, on SQLite unless named otherwise, or the demo blogs of a new site. */
export type Content = keyof typeof madeUp | 'demo';

export interface SiteProgram {
  readonly command: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** A running site and its contents. */
export interface FilledSite extends ServerProcess, Filled {
  /** Another process on the same data, not started yet. */
  another(port: number): SiteProgram;
  /** Stops the process and starts a new one at the same address. */
  restart(): Promise<void>;
}

/** The sites and settings of the measurements. */
export interface Places {
  readonly editions: readonly Edition[];
  /** Seconds of load in each round. */
  readonly seconds: number;
  /** The site of an edition: started and filled on the first call, then reused; `own` names a separate one. */
  site(edition: Edition, content: Content, own?: string): Promise<FilledSite>;
  /** A folder on disk for files that a measurement writes. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Runs the build of the checkout in this folder, which does nothing if it is up to date. */
export function buildCheckout(folder: string): void {
  execFileSync(process.execPath, [path.join(folder, 'scripts/build.ts')], {
    cwd: folder,
    stdio: 'inherit',
  });
}

async function demoContent(origin: string): Promise<Filled> {
  const latest = await fetch(`${origin}/api/latestBlogs`);
  const blogs = (await latest.json()) as readonly { readonly _id: string }[];
  const { cookie } = await signUp(origin);
  return { blogIds: blogs.map(({ _id }) => _id).reverse(), cookie };
}

/** The sites of these checkouts, started on first use. */
export function createPlaces(
  folders: Readonly<Partial<Record<Edition, string>>>,
  seconds: number,
): Places {
  const folder = temporaryFolder('bench');
  const sites = new Map<string, Promise<FilledSite>>();
  let postgres: Promise<Postgres> | undefined;

  /** Creates a database of this name; the empty string stands for SQLite. */
  async function databaseFor(content: Content, name: string): Promise<string> {
    if (content !== 'postgres') return '';
    postgres ??= createPostgres();
    const { url } = await postgres.catch((error: unknown) => {
      throw new NotHere(`no PostgreSQL here (${String(error)})`);
    });
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return url.replace(/[^/]*$/, name);
  }

  async function start(edition: Edition, content: Content, own: string): Promise<FilledSite> {
    const dataDir = path.join(folder.path, `${edition}-${content}${own}`);
    mkdirSync(dataDir, { mode: 0o755 });
    const database = await databaseFor(content, edition + own);
    const command = onServerCore(await siteCommand(folders[edition]));
    const ofLauncher = await siteVariables(folders[edition]);
    const { posts, settings }: MadeUp = content === 'demo' ? { posts: 0 } : madeUp[content];
    const program = (port: number) => ({
      command,
      variables: {
        ...ofLauncher,
        ...siteSettings(port, dataDir),
        DATABASE_URL: database,
        DEMO: content === 'demo' ? 'on' : 'off',
        LIMITS: '0',
        ...settings,
      },
    });
    const port = await freePort();
    const startIt = () => startServer(command, port, program(port).variables);
    let server = await startIt();
    const { origin } = server;
    const filled = await (posts === 0 ? demoContent(origin) : fillWithPosts(origin, posts));
    return {
      ...filled,
      origin,
      get pid() {
        return server.pid;
      },
      cpuMs: () => server.cpuMs(),
      residentMiB: () => server.residentMiB(),
      peakMiB: () => server.peakMiB(),
      stop: () => server.stop(),
      another: program,
      async restart() {
        await server.stop();
        server = await startIt();
      },
    };
  }

  return {
    editions: (['before', 'now'] as const).filter((edition) => folders[edition]),
    seconds,
    folder: folder.path,
    site(edition, content, own = '') {
      const key = `${edition} ${content} ${own}`;
      const site = sites.get(key) ?? start(edition, content, own);
      sites.set(key, site);
      return site;
    },
    async close() {
      for (const site of await Promise.allSettled(sites.values())) {
        if (site.status === 'fulfilled') await site.value.stop();
      }
      await postgres?.then(
        (server) => server.remove(),
        () => {},
      );
      folder.remove();
    },
  };
}
