import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, type TestOptions, test } from 'vitest';
import { inMatrix } from '../../test/matrix.ts';
import { databaseFile, openStorage, type StorageOptions } from './open-storage.ts';
import { createDatabase, databaseUrl, dropDatabase } from './postgres/testing-databases.ts';
import type { Engine, Storage } from './storage.ts';

const engineNames: Readonly<Record<Engine, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** The database of one test. */
export interface TestDatabase {
  readonly engine: Engine;
  /** Settings of this database, for a second `openStorage` or the environment of another process. */
  readonly options: StorageOptions;
  /** Errors of broken connections. A test that breaks one on purpose empties the list; a remaining error fails it. */
  readonly connectionErrors: Error[];
  /** Opens the database like another process would; closed after the test. */
  open(): Promise<Storage>;
}

export interface EngineTest extends TestDatabase {
  readonly storage: Storage;
}

/** Registers a clean-up for the end of a test or of a file; the one registered last runs first. */
export type After = (cleanUp: () => void | Promise<void>) => void;

async function place(
  engine: Engine,
  isMigrated: boolean,
  after: After,
): Promise<Partial<StorageOptions>> {
  if (engine === 'sqlite') {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'content-hub-test-'));
    after(() => rmSync(dataDir, { recursive: true, force: true }));
    return { dataDir };
  }
  const server = inject('postgres');
  if (!server) throw new Error('There is no PostgreSQL for this test.');
  const name = await createDatabase(server, isMigrated);
  after(() => dropDatabase(server.url, name));
  return { databaseUrl: databaseUrl(server.url, name) };
}

/** Copied only when the database is opened, since a test may need an empty folder. */
function copyTemplate(dataDir: string): void {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) copyFileSync(inject('sqliteTemplate'), file);
}

interface DatabaseOptions {
  readonly isMigrated?: boolean;
  /** Registers the removal of the database; by default, at the end of the running test. */
  readonly after?: After;
}

/**
 * Creates a fresh database for the running test, removed after it. Empty instead of migrated if `isMigrated` is false.
 */
export async function createTestDatabase(
  engine: Engine,
  { isMigrated = true, after = onTestFinished }: DatabaseOptions = {},
): Promise<TestDatabase> {
  const connectionErrors: Error[] = [];
  const options: StorageOptions = {
    dataDir: '',
    ...(await place(engine, isMigrated, after)),
    onConnectionError: (error) => connectionErrors.push(error),
    // No backup before an upgrade: a test database may be lost.
    upgrade: { beforeRewriting: async () => {} },
  };
  after(() => expect(connectionErrors).toEqual([]));
  return {
    engine,
    options,
    connectionErrors,
    async open() {
      if (engine === 'sqlite' && isMigrated) copyTemplate(options.dataDir);
      const storage = await openStorage(options);
      after(() => storage.close());
      return storage;
    },
  };
}

/** The arguments of Vitest's `test` after the name: the function, with options before it if there are any. */
type Does<Run> = [run: Run] | [options: TestOptions, run: Run];
/** The arguments of a database test after its name. */
export type EngineRun = Does<(context: EngineTest) => Promise<void>>;

function optionsAndRun<Run>(does: Does<Run>): [options: TestOptions, run: Run] {
  return does.length === 1 ? [{}, does[0]] : does;
}

/** Declares a test that creates its own database; skipped, with a note at the end, if the engine isn't available. */
export function testEngine(engine: Engine, name: string, ...does: Does<() => Promise<void>>): void {
  const isMissing = engine === 'postgres' && inject('postgres') === null;
  test.skipIf(isMissing)(`${name} (${engineNames[engine]})`, ...optionsAndRun(does));
}

/** Declares a test with a fresh, migrated and open database of this engine. */
export function testOn(engine: Engine, name: string, ...does: EngineRun): void {
  const [options, run] = optionsAndRun(does);
  testEngine(engine, name, options, async () => {
    const database = await createTestDatabase(engine);
    await run({ ...database, storage: await database.open() });
  });
}

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** The engines of `testOnEachEngine`. */
export const enginesOfRun = inMatrix<readonly Engine[]>({ usual: ['sqlite'], whole: engines });

/**
 * Declares the test once for each engine, each time with a fresh, migrated and open database. For tests whose subject
 * is what an engine decides: SQL and its plans, locks and concurrent writers, quotas, migrations, backups.
 */
export function testOnBothEngines(name: string, ...does: EngineRun): void {
  for (const engine of engines) testOn(engine, name, ...does);
}

/**
 * As `testOnBothEngines`, for tests whose subject is built on storage: `npm test` runs them on SQLite, and
 * `npm run test:all` on both engines.
 */
export function testOnEachEngine(name: string, ...does: EngineRun): void {
  for (const engine of enginesOfRun) testOn(engine, name, ...does);
}
