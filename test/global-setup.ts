import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { databaseFile, openStorage } from '../src/storage/open-storage.ts';
import {
  administer,
  createTemplate,
  type TestServer,
} from '../src/storage/postgres/testing-databases.ts';
import { fastFolder } from './fast-folder.ts';
import { neededParts, reasonToBuild } from './needed-build.ts';
import { type StartedPostgres, startPostgres } from './postgres/start-postgres.ts';
import { startSite } from './running-site.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if no PostgreSQL is available. */
    postgres: TestServer | null;
    /** A migrated, empty SQLite file to copy. */
    sqliteTemplate: string;
    /** A data folder to copy, as the first start of a site leaves it; null if no test starts a site. */
    demoData: string | null;
  }
}

/** `npm test` reads from this file why PostgreSQL was skipped. */
const reasonFile = path.resolve('test-results', 'postgres-not-tested.txt');

async function serverForTests(): Promise<StartedPostgres | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  try {
    return await startPostgres();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    mkdirSync(path.dirname(reasonFile), { recursive: true });
    writeFileSync(reasonFile, `PostgreSQL was not tested: ${reason}\n`);
    return undefined;
  }
}

function onConnectionError(error: Error): never {
  throw error;
}

/**
 * Migrations take most of the time of a small database, and the demo blogs most of a site's first start: do both once.
 */
async function provideTemplates(
  project: TestProject,
  folder: string,
  startsSite: boolean,
): Promise<void> {
  const empty = path.join(folder, 'empty');
  await (await openStorage({ dataDir: empty, onConnectionError })).close();
  project.provide('sqliteTemplate', databaseFile(empty));
  const demo = startsSite ? path.join(folder, 'demo') : null;
  if (demo) await (await startSite({ DATA_DIR: demo })).stop();
  project.provide('demoData', demo);
}

/**
 * Fails the run if the build it needs is missing or outdated. Provides templates for tests to copy, and a PostgreSQL
 * server: TEST_DATABASE_URL's, or one that it starts and stops.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const needed = neededParts(project.vitest.state.getPaths());
  const reason = reasonToBuild(needed);
  if (reason !== undefined) {
    // An error thrown here would be printed with a stack, and after `No test files found`.
    console.error(reason);
    process.exit(1);
  }
  rmSync(reasonFile, { force: true });
  const templates = temporaryFolder('templates', fastFolder());
  const [server] = await Promise.all([
    serverForTests(),
    provideTemplates(project, templates.path, needed.includes('site')),
  ]);
  const testServer = server ? await createTemplate(server.url) : null;
  project.provide('postgres', testServer);
  return async () => {
    templates.remove();
    if (!server || !testServer) return;
    await administer(server.url, `drop database ${testServer.template} with (force)`);
    await server.stop();
  };
}
