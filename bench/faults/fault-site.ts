import path from 'node:path';
import type { Engine } from '../../src/storage/storage.ts';
import { freePort } from '../../test/free-port.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { compare, createLedger, type Ledger } from './ledger.ts';
import { createPostgres, type Postgres } from './postgres.ts';
import { readPostgres, readSqlite } from './read-stored-state.ts';
import { createSite, type Site } from './site.ts';
import { startWriters, type Writers } from './writers.ts';

export interface FaultSiteOptions {
  readonly engine: Engine;
  /** Preloads `broken.ts`, so that the site acknowledges writes before they are committed. */
  readonly isBroken: boolean;
  readonly workers?: number;
  readonly preload?: readonly string[];
  /** Folder of the SQLite file; a temporary folder by default. */
  readonly dataDir?: string;
}

/** A site with 64 writers, and their ledger. */
export interface FaultSite {
  readonly engine: Engine;
  readonly site: Site;
  readonly writers: Writers;
  readonly ledger: Ledger;
  readonly postgres: Postgres | undefined;
  readonly url: string;
  /** Settings with which another process uses the same database. */
  readonly variables: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly databaseFile: string;
  /** Starts the site again; throws if it doesn't start, which is a finding. */
  restart(): Promise<void>;
  /** Pauses the writers, and compares the ledger with the database. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export async function createFaultSite(options: FaultSiteOptions): Promise<FaultSite> {
  const { engine, isBroken, workers = 1, preload = [] } = options;
  const ownFolder = temporaryFolder('faults');
  const dataDir = options.dataDir ?? ownFolder.path;
  const databaseFile = path.join(dataDir, 'content-hub.sqlite');
  const postgres = engine === 'postgres' ? await createPostgres() : undefined;
  const port = await freePort();
  const variables = {
    DATA_DIR: dataDir,
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  const site = createSite({
    port,
    preload: [...preload, ...(isBroken ? ['broken.ts'] : [])],
    variables: { ...variables, WORKERS: String(workers) },
  });
  const ledger = createLedger();
  const seen = new Set<string>();

  async function restart(): Promise<void> {
    const lastWords = await site.start();
    if (lastWords !== undefined) throw new Error(`The site did not start: ${lastWords}`);
  }

  async function tidyUp(): Promise<void> {
    await site.stop();
    await postgres?.remove();
    ownFolder.remove();
  }

  try {
    await restart();
    const writers = await startWriters(port, ledger);
    return {
      engine,
      site,
      writers,
      ledger,
      postgres,
      url: `http://localhost:${port}`,
      variables,
      dataDir,
      databaseFile,
      restart,
      async check() {
        await writers.pause();
        const standing = postgres ? await readPostgres(postgres.url) : readSqlite(databaseFile);
        // A set, so that repeated findings are reported once.
        for (const wrong of compare(ledger, standing)) seen.add(wrong);
      },
      async close() {
        await writers.close();
        ledger.wrongs.push(...seen);
        await tidyUp();
      },
    };
  } catch (error) {
    await tidyUp();
    throw error;
  }
}
