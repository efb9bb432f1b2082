import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { startMailbox } from '../../src/features/account/server/testing-mailbox.ts';
import type { Engine } from '../../src/storage/storage.ts';
import {
  createTestDatabase,
  engines,
  type TestDatabase,
  testEngine,
} from '../../src/storage/testing.ts';
import { comparable, comparableSince, lookAround, type Seen } from './look-around.ts';
import { type Story, storySettings } from './story.ts';
import { type Order, undoEverything } from './undo-everything.ts';

const folder = path.join(import.meta.dirname, 'databases');
const versions = readdirSync(folder);

/** What the program of that version showed of its database: at once, and after all was undone. */
type Expected = { readonly story: Story; readonly before: Seen } & Readonly<Record<Order, Seen>>;

function read(version: string, name: string): Buffer {
  return zstdDecompressSync(readFileSync(path.join(folder, version, `${name}.zst`)));
}

const expectedOf = (version: string, engine: Engine): Expected =>
  JSON.parse(read(version, `seen-${engine}.json`).toString());

async function oldDatabase(engine: Engine, version: string): Promise<TestDatabase> {
  const database = await createTestDatabase(engine, { isMigrated: false });
  if (engine === 'sqlite') {
    const file = path.join(database.options.dataDir, 'content-hub.sqlite');
    writeFileSync(file, read(version, 'database.sqlite'));
    return database;
  }
  const client = new pg.Client({ connectionString: database.options.databaseUrl });
  await client.connect();
  await client.query(read(version, 'database.sql').toString());
  await client.end();
  return database;
}

/** The site of an old database with today's program, a minute after the old one was stopped: nothing is over yet. */
async function openOld(engine: Engine, version: string, { madeAt }: Story): Promise<string> {
  vi.setSystemTime(madeAt + 60_000);
  const storage = await (await oldDatabase(engine, version)).open();
  await storage.assertReady();
  const { smtpUrl } = await startMailbox();
  return (await listen(storage, { ...storySettings, SMTP_URL: smtpUrl })).url;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Where two values differ and how, so that a failure names what went wrong and not all that was seen. */
function differences(is: unknown, was: unknown, place = ''): readonly string[] {
  if (JSON.stringify(is) === JSON.stringify(was)) return [];
  if (!isObject(is) || !isObject(was)) {
    return [`${place}: ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`];
  }
  const keys = new Set([...Object.keys(is), ...Object.keys(was)]);
  return [...keys].flatMap((key) => differences(is[key], was[key], `${place} › ${key}`));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

for (const version of versions) {
  for (const engine of engines) {
    testEngine(
      engine,
      `a database of ${version} shows with this version what it showed`,
      async () => {
        const { story, before } = expectedOf(version, engine);
        const url = await openOld(engine, version, story);
        const seen = comparable(await lookAround(url, story), url);
        expect(differences(seen, before)).toEqual([]);
      },
      120_000,
    );

    for (const order of ['authors first', 'staff first'] as const) {
      testEngine(
        engine,
        `all that can be undone in a database of ${version} is undone, ${order}`,
        async () => {
          const expected = expectedOf(version, engine);
          const { story } = expected;
          const url = await openOld(engine, version, story);
          const { acts, undone } = await undoEverything(url, story, order);
          const seen = await lookAround(url, undone);
          const is = comparableSince({ acts, seen }, url, story, expected.before);
          const was = expected[order];
          expect(differences(is.acts, was.acts)).toEqual([]);
          expect(differences(is.seen, was.seen)).toEqual([]);
        },
        120_000,
      );
    }
  }
}
