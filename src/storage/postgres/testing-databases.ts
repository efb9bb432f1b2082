import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema.ts';
import { openPostgres } from './open-postgres.ts';

/** The server that the tests of a run share. */
export interface TestServer {
  /** URL of the server; the database in it, if any, is not used. */
  readonly url: string;
  /** A migrated, empty database to copy. */
  readonly template: string;
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/**
 * Opens a database of any version, on one connection, without migrating it. The server may end the connection at any
 * time, even while it is being closed: a test's database is dropped right after it, and a bench stops the server. A
 * client that is idle, or is closing, reports that to its pool, any other to its own listeners.
 */
export function openUnchecked(url: string): Kysely<Schema> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs one statement as the server's administrator. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(url, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** By server URL, this process's connection for creating and dropping databases; it ends with the process. */
const administrators = new Map<string, Promise<pg.Client>>();

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(url, 'postgres') });
  client.on('error', () => administrators.delete(url));
  await client.connect().catch((error) => {
    administrators.delete(url);
    throw error;
  });
  return client;
}

/** As `administer`, over a connection that is kept open, since every test needs it. */
async function administerOften(url: string, statement: string): Promise<void> {
  const client = administrators.get(url) ?? connect(url);
  administrators.set(url, client);
  await (await client).query(statement);
}

function newName(kind: string): string {
  return `content_hub_${kind}_${randomUUID().replaceAll('-', '')}`;
}

/** Creates the template from which each test's database is copied: migrating is most of the cost. */
export async function createTemplate(url: string): Promise<TestServer> {
  const template = newName('template');
  await administer(url, `create database ${template}`);
  const storage = await openPostgres({
    url: databaseUrl(url, template),
    onConnectionError(error) {
      throw error;
    },
  });
  await storage.close();
  return { url, template };
}

/** Creates a fresh database, migrated if `isMigrated`, else empty. Resolves to its name. */
export async function createDatabase(server: TestServer, isMigrated: boolean): Promise<string> {
  const name = newName('test');
  const copy = isMigrated ? `template ${server.template} strategy file_copy` : '';
  await administerOften(server.url, `create database ${name} ${copy}`);
  return name;
}

export function dropDatabase(url: string, name: string): Promise<void> {
  return administerOften(url, `drop database if exists ${name} with (force)`);
}
