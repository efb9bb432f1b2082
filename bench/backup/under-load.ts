import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { allTexts } from '../../src/blog/server/texts.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { administer, databaseUrl } from '../../src/storage/postgres/testing-databases.ts';
import type { Engine } from '../../src/storage/storage.ts';
import { freePort } from '../../test/free-port.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { undoneAtExit } from '../../test/undone-at-exit.ts';
import { createLedger, type Ledger, type Outcome } from '../faults/ledger.ts';
import { createPostgres } from '../faults/postgres.ts';
import { createSite } from '../faults/site.ts';
import { startWriters } from '../faults/writers.ts';
import { fillSite } from './fill-site.ts';
import { startReader } from './reader.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Long enough for a baseline of a few thousand writes and reads. */
const beforeMs = 8_000;
/** Smaller than any backup of this data. */
const smallDisk = '1m';

export interface LoadFigures {
  readonly 'backup, MiB': number;
  readonly 'backup, s': number;
  readonly 'restore, s': number;
  readonly 'acknowledged before': number;
  readonly 'acknowledged meanwhile': number;
  readonly 'rows compared field by field': number;
  readonly 'writes a second, before': number;
  readonly 'writes a second, meanwhile': number;
  readonly 'reader waits, before (p50, p99, most, ms)': string;
  readonly 'reader waits, meanwhile': string;
  readonly 'full disk': string;
  readonly wrongs: readonly string[];
}

interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/**
 * Runs one of the project's commands to its end, as an operator would; resolves to its exit code and its output on
 * stderr.
 */
async function run(command: string, args: readonly string[], place: Place) {
  const child = spawn(process.execPath, [`src/app/commands/${command}.ts`, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const said = text(child.stderr);
  const [code] = await once(child, 'exit');
  return { code: Number(code), said: await said };
}

/** Checks a backup onto a full disk: it must be refused and leave no file, and the site must continue to write. */
async function tryFullDisk(place: Place, ledger: Ledger): Promise<string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root may mount one';
  const disk = temporaryFolder('small-disk');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDisk}`, 'tmpfs', disk.path]);
  const unmount = () => void execFileSync('umount', ['-l', disk.path]);
  const isUnmounted = undoneAtExit(unmount);
  try {
    const before = ledger.counts.acknowledged;
    const { code, said } = await run('backup', [disk.path], place);
    const left = readdirSync(disk.path);
    if (code !== 1 || !said.includes('full')) ledger.wrongs.push(`full disk: ${code} ${said}`);
    if (left.length > 0) ledger.wrongs.push(`left on a full disk: ${left.join(' ')}`);
    const since = ledger.counts.acknowledged - before;
    if (since === 0) ledger.wrongs.push('nothing was written while the disk was full');
    return `refused, nothing left, ${since} writes meanwhile`;
  } finally {
    unmount();
    isUnmounted();
    disk.remove();
  }
}

const acknowledgedIn = (outcomes: ReadonlyMap<string, Outcome>) =>
  [...outcomes].filter(([, outcome]) => outcome === 'acknowledged').map(([key]) => key);

/** A counter that later writes change as well. */
const counted = 'blog_count';
const fieldsOf = (row: object) =>
  Object.keys(row)
    .filter((name) => name !== counted)
    .sort();

/**
 * Expects every row older than `before` to be equal in both databases. Skips rows of `isUnsure`: their writes had not
 * been acknowledged by then.
 */
async function compareRows(
  live: Place,
  restored: Place,
  before: number,
  isUnsure: (key: string) => boolean,
  wrongs: string[],
) {
  const open = (place: Place) => openStorage({ ...place, onConnectionError: () => {} });
  const [one, other] = [await open(live), await open(restored)];
  let compared = 0;
  try {
    for (const table of ['people', 'blogs', 'comments'] as const) {
      const rowsOf = async ({ reader }: typeof one) => {
        const all = await allTexts(reader)
          .selectFrom(table)
          .selectAll()
          .where('created_at', '<', before)
          .execute();
        return new Map(all.map((row) => [row.id, JSON.stringify(row, fieldsOf(row))]));
      };
      const [is, was] = [await rowsOf(one), await rowsOf(other)];
      for (const [id, row] of is) {
        const { text, title } = JSON.parse(row) as { text?: string; title?: string };
        if (isUnsure(text ?? title ?? '')) continue;
        compared += 1;
        if (was.get(id) !== row) wrongs.push(`${table} ${id}: ${was.get(id)} instead of ${row}`);
      }
    }
  } finally {
    await one.close();
    await other.close();
  }
  return compared;
}

/** The acknowledged keys that a restored database lacks. */
async function missingIn(restored: Place, comments: readonly string[], blogs: readonly string[]) {
  const storage = await openStorage({ ...restored, onConnectionError: () => {} });
  try {
    const texts = await allTexts(storage.reader).selectFrom('comments').select('text').execute();
    const titles = await allTexts(storage.reader).selectFrom('blogs').select('title').execute();
    const standing = new Set([...texts.map((row) => row.text), ...titles.map((row) => row.title)]);
    return [...comments, ...blogs].filter((key) => !standing.has(key));
  } finally {
    await storage.close();
  }
}

export async function backupUnderLoad(
  engine: Engine,
  size: { readonly blogs: number; readonly pictures: number },
): Promise<LoadFigures> {
  const folder = temporaryFolder('backup');
  const postgres = engine === 'postgres' ? await createPostgres() : undefined;
  const live: Place = { dataDir: path.join(folder.path, 'data'), databaseUrl: postgres?.url };
  const restored: Place = {
    dataDir: path.join(folder.path, 'restored'),
    databaseUrl: postgres && databaseUrl(postgres.url, 'restored'),
  };
  const backups = path.join(folder.path, 'backups');
  mkdirSync(live.dataDir, { mode: 0o700 });
  await fillSite(live, size);
  if (postgres) await administer(postgres.url, 'create database restored');
  const port = await freePort();
  const variables = { DATA_DIR: live.dataDir, DATABASE_URL: live.databaseUrl ?? '' };
  const site = createSite({ port, variables });
  try {
    const lastWords = await site.start();
    if (lastWords !== undefined) throw new Error(`The site did not start: ${lastWords}`);
    const ledger = createLedger();
    const { wrongs } = ledger;
    const writers = await startWriters(port, ledger);
    writers.go();
    const readingBefore = startReader(port);
    const countBefore = ledger.counts.acknowledged;
    await wait(beforeMs);
    const waitsBefore = await readingBefore.end();
    const perSecondBefore = (ledger.counts.acknowledged - countBefore) / (beforeMs / 1_000);

    const comments = acknowledgedIn(ledger.comments);
    const blogs = acknowledgedIn(ledger.blogs);
    const begunAt = Date.now();
    const begunCount = ledger.counts.acknowledged;
    const reading = startReader(port);
    const { code, said } = await run('backup', [backups], live);
    const waits = await reading.end();
    const seconds = (Date.now() - begunAt) / 1_000;
    const meanwhile = ledger.counts.acknowledged - begunCount;
    if (code !== 0) throw new Error(`No backup was made: ${said}`);
    const fullDisk = await tryFullDisk(live, ledger);
    await writers.close();
    await site.stop();

    const [name = ''] = readdirSync(backups);
    const file = path.join(backups, name);
    const restoreAt = performance.now();
    const back = await run('restore', [file], restored);
    if (back.code !== 0) throw new Error(`Not put back: ${back.said}`);
    const restoreSeconds = (performance.now() - restoreAt) / 1_000;
    for (const key of await missingIn(restored, comments, blogs)) wrongs.push(`lost ${key}`);
    const sure = new Set([...comments, ...blogs]);
    const isUnsure = (key: string) =>
      (ledger.comments.has(key) || ledger.blogs.has(key)) && !sure.has(key);
    const compared = await compareRows(live, restored, begunAt, isUnsure, wrongs);
    return {
      'backup, MiB': Number((statSync(file).size / 1_048_576).toFixed(1)),
      'backup, s': Number(seconds.toFixed(1)),
      'restore, s': Number(restoreSeconds.toFixed(1)),
      'acknowledged before': comments.length + blogs.length,
      'acknowledged meanwhile': meanwhile,
      'rows compared field by field': compared,
      'writes a second, before': Math.round(perSecondBefore),
      'writes a second, meanwhile': Math.round(meanwhile / seconds),
      'reader waits, before (p50, p99, most, ms)': waitsBefore,
      'reader waits, meanwhile': waits,
      'full disk': fullDisk,
      wrongs,
    };
  } finally {
    await site.stop();
    await postgres?.remove();
    folder.remove();
  }
}
