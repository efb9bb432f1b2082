import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  createTemplate,
  dropDatabase,
  type TestServer,
} from '../src/storage/postgres-test-databases.ts';
import type { PostgresMessage } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where no PostgreSQL could be had. */
    postgres: TestServer | null;
  }
}

/** `npm test` reads here why PostgreSQL was left out. */
const reasonFile = path.resolve('test-results', 'postgres-not-tested.txt');

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

function firstMessage(child: ChildProcess): Promise<PostgresMessage> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as PostgresMessage));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`its starter ended with ${code}`)));
  });
}

async function startServer(): Promise<Server> {
  // Apart from the terminal's group: Ctrl-C must not take the database from under the running tests.
  const child = fork(path.join(import.meta.dirname, 'postgres-server.ts'), {
    detached: true,
    execArgv: [],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const message = await firstMessage(child);
  if ('reason' in message) throw new Error(message.reason);
  return {
    url: message.url,
    stop() {
      child.disconnect();
      return ended;
    },
  };
}

async function serverForTests(): Promise<Server | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  try {
    return await startServer();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    mkdirSync(path.dirname(reasonFile), { recursive: true });
    writeFileSync(reasonFile, `PostgreSQL was not tested: ${reason}\n`);
    return undefined;
  }
}

/** Provides a PostgreSQL server to all tests: TEST_DATABASE_URL's, else one that it starts and stops. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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
