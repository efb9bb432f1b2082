import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type ListeningApp, listen } from '../../../src/app/testing.ts';
import type { Caller } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import {
  createTestDatabase,
  type EngineTest,
  type TestDatabase,
} from '../../../src/storage/testing.ts';
import { runProgram } from '../../running-site.ts';

/** The whole site, with public blogs. */
export function publicSite(storage: Storage, settings: Readonly<Record<string, string>> = {}) {
  return listen(storage, { READING: 'public', ...settings });
}

/** The main part of a page, without its head and its scripts' data. */
export async function mainOf(caller: Caller, address: string): Promise<string> {
  const html = await (await caller.request(address)).text();
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return main.replace(/<script[\s\S]*?<\/script>/g, '');
}

/** A temporary folder, deleted after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-marked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs one of the site's commands on a database. */
export async function runCommand(
  name: string,
  { options: { dataDir, databaseUrl } }: TestDatabase,
  ...args: readonly string[]
): Promise<void> {
  const ended = await runProgram([`src/app/commands/${name}.ts`, ...args], {
    DATA_DIR: dataDir || newFolder(),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  expect(ended.code, ended.output).toBe(0);
}

/** Backs up a site, restores the backup, and starts the restored site. */
export async function restoredSite(
  database: EngineTest,
): Promise<ListeningApp & { readonly storage: Storage }> {
  const folder = newFolder();
  await runCommand('backup', database, folder);
  const [file = ''] = readdirSync(folder);
  const other = await createTestDatabase(database.engine, { isMigrated: false });
  await runCommand('restore', other, path.join(folder, file));
  const storage = await other.open();
  return { ...(await publicSite(storage)), storage };
}
