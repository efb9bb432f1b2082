import path from 'node:path';
import type { Engine } from '../../src/storage/storage.ts';
import { freePort } from '../../test/free-port.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { compare, createLedger, type Ledger } from './ledger.ts';
import { createPostgres, type Postgres } from './postgres.ts';
import { createSite, type Site } from './site.ts';
import { readPostgres, readSqlite } from './standing.ts';
import { startWriters, type Writers } from './writers.ts';

export interface GroundOptions {
  readonly engine: Engine;
  /** The site breaks its word, by `broken.ts`. */
  readonly isBroken: boolean;
  readonly workers?: number;
  readonly preload?: readonly string[];
  /** Where SQLite's file lies; a folder of its own unless told. */
  readonly dataDir?: string;
}

/** A site with 64 writers, and the book that they keep. */
export interface Ground {
  readonly engine: Engine;
  readonly site: Site;
  readonly writers: Writers;
  readonly ledger: Ledger;
  readonly postgres: Postgres | undefined;
  readonly url: string;
  /** Settings by which another process has the same database. */
  readonly variables: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly databaseFile: string;
  /** Starts the site again; a site that doesn't start is what the bench is there to find. */
  restart(): Promise<void>;
  /** Lets the writers come to rest, and compares what they were told with what stands. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export async function createGround(options: GroundOptions): Promise<Ground> {
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
        // What was found wrong once is told once.
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
