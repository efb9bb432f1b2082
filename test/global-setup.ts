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
    /** Null where no PostgreSQL could be had. */
    postgres: TestServer | null;
    /** A migrated, empty SQLite file to copy. */
    sqliteTemplate: string;
    /** A data folder to copy, as the first start of a site leaves it; null where no test starts one. */
    demoData: string | null;
  }
}

/** `npm test` reads here why PostgreSQL was left out. */
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

/** Migrating is most of what a small database costs, and the demo blogs of what a site's first start does: once is enough. */
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
 * Refuses a run that needs another build than there is. Provides what tests copy instead of making it anew, and a
 * PostgreSQL server: TEST_DATABASE_URL's, else one that it starts and stops.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const needed = neededParts(project.vitest.state.getPaths());
  const reason = reasonToBuild(needed);
  if (reason !== undefined) {
    // An error that is thrown here comes with a stack, and after `No test files found`.
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
