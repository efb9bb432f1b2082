import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  createTemplate,
  dropDatabase,
  type TestServer,
} from '../src/storage/postgres/testing-databases.ts';
import { reasonToBuild } from './needed-build.ts';
import { type StartedPostgres, startPostgres } from './postgres/start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where no PostgreSQL could be had. */
    postgres: TestServer | null;
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

/**
 * Refuses a run that needs another build than there is. Provides a PostgreSQL server to all tests: TEST_DATABASE_URL's,
 * else one that it starts and stops.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const reason = reasonToBuild(project.vitest.state.getPaths());
  if (reason !== undefined) {
    // An error that is thrown here comes with a stack, and after `No test files found`.
    console.error(reason);
    process.exit(1);
  }
  rmSync(reasonFile, { force: true });
  const server = await serverForTests();
  if (!server) {
    project.provide('postgres', null);
    return async () => {};
  }
  const testServer = await createTemplate(server.url);
  project.provide('postgres', testServer);
  return async () => {
    await dropDatabase(server.url, testServer.template);
    await server.stop();
  };
}
