import path from 'node:path';
import { sql } from 'kysely';
import { openStorage } from '../../src/storage/open-storage.ts';
import { administer, databaseUrl } from '../../src/storage/postgres/testing-databases.ts';
import type { Engine, Storage } from '../../src/storage/storage.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createPostgres } from '../faults/postgres.ts';

/** Location of a database, as in a site's settings. */
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/** Creates databases for this run; `remove` deletes them all. */
export interface Databases {
  /** A new, empty database, configured for fast filling. */
  open(name: string): Promise<{ readonly storage: Storage; readonly place: Place }>;
  remove(): Promise<void>;
}

function onConnectionError(error: Error): void {
  console.error(error.message);
}

/** `kept` is a folder that isn't deleted, so that its databases can be used again. */
export function sqliteDatabases(kept?: string): Databases {
  const folder = kept === undefined ? temporaryFolder('growth') : { path: kept, remove() {} };
  return {
    async open(name) {
      const place = { dataDir: path.join(folder.path, name) };
      const storage = await openStorage({ ...place, onConnectionError });
      // Only for the writing connection: a page cache of 256 MiB, and no durability.
      await sql`pragma cache_size = -262144`.execute(storage.writer);
      await sql`pragma synchronous = off`.execute(storage.writer);
      return { storage, place };
    },
    async remove() {
      folder.remove();
    },
  };
}

async function postgresGround(): Promise<Databases> {
  const server = await createPostgres();
  const folder = temporaryFolder('growth');
  return {
    async open(name) {
      await administer(server.url, `create database ${name}`);
      const dataDir = path.join(folder.path, name);
      const place = { dataDir, databaseUrl: databaseUrl(server.url, name) };
      return { storage: await openStorage({ ...place, onConnectionError }), place };
    },
    async remove() {
      await server.remove();
      folder.remove();
    },
  };
}

/** A database of a server that goes on, by its address; it is kept. */
export function postgresDatabase(databaseUrl: string): Databases {
  const folder = temporaryFolder('growth');
  const place = { dataDir: folder.path, databaseUrl };
  return {
    open: async () => ({ storage: await openStorage({ ...place, onConnectionError }), place }),
    async remove() {
      folder.remove();
    },
  };
}

export async function createDatabases(engine: Engine): Promise<Databases> {
  return engine === 'sqlite' ? sqliteDatabases() : await postgresGround();
}

/** Brings a filled database to the state of a site in use. */
export async function settle({ engine, writer, forgetDeleted }: Storage): Promise<void> {
  if (engine === 'sqlite') return forgetDeleted();
  await writer.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    // What autovacuum does within minutes.
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}
