/**
 * `node scripts/run.mjs test/upgrade/make-databases.ts --checkout <folder> --version <name> [--postgres <url>]
 * [--basics]`: lets the built program of another checkout fill a database with rows of every kind. Stores that
 * database, and what the program shows of it before and after everything is undone, in `test/upgrade/databases/<name>`.
 * With the URL of an empty PostgreSQL database it uses that one, and needs `pg_dump` of the server's version.
 * `--basics` is for the first versions, which had fewer features.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import { temporaryFolder } from '../temporary-folder.ts';
import { endOnSignals } from '../undone-at-exit.ts';
import { fillWithBasics } from './fill-with-basics.ts';
import { fillWithEverything } from './fill-with-everything.ts';
import { comparable, comparableSince, lookAround } from './look-around.ts';
import { type Program, startMailbox, startProgram } from './old-program.ts';
import type { Story } from './story.ts';
import { type Order, undoEverything } from './undo-everything.ts';

const { values } = parseArgs({
  options: {
    checkout: { type: 'string' },
    version: { type: 'string' },
    postgres: { type: 'string' },
    basics: { type: 'boolean', default: false },
  },
});
const { checkout, version, postgres } = values;
if (!checkout || !version) throw new Error('Which checkout, and which version is that?');

const kept = path.join(import.meta.dirname, 'databases', version);
const engine = postgres ? 'postgres' : 'sqlite';

function keep(name: string, content: string | Buffer): void {
  mkdirSync(kept, { recursive: true });
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: 24,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  };
  writeFileSync(path.join(kept, `${name}.zst`), zstdCompressSync(content, { params }));
}

/** A database that can be reset: a copy of the SQLite file, or a database created from another. */
interface Place {
  readonly variables: Readonly<Record<string, string>>;
  remove(): void;
}

function psql(database: string, statement: string): void {
  execFileSync('psql', [database, '-v', 'ON_ERROR_STOP=1', '-qc', statement]);
}

function placeOf(dataDir: string, name: string): Place {
  const folder = temporaryFolder(`old-${name}`);
  if (!postgres) {
    cpSync(dataDir, folder.path, { recursive: true });
    return { variables: { DATA_DIR: folder.path }, remove: () => folder.remove() };
  }
  const url = new URL(postgres);
  const template = url.pathname.slice(1);
  const admin = new URL('/template1', url).href;
  psql(admin, `drop database if exists "${name}"`);
  psql(admin, `create database "${name}" template "${template}"`);
  url.pathname = `/${name}`;
  return {
    variables: { DATA_DIR: folder.path, DATABASE_URL: url.href },
    remove() {
      psql(admin, `drop database "${name}"`);
      folder.remove();
    },
  };
}

function keepDatabase(dataDir: string): void {
  if (postgres) {
    const options = ['--inserts', '--no-owner', '--no-privileges', postgres];
    const dump = execFileSync('pg_dump', options, { encoding: 'utf8', maxBuffer: 2 ** 28 });
    keep('database.sql', dump.replace(/^\\.*\n/gm, ''));
    return;
  }
  const file = path.join(dataDir, 'content-hub.sqlite');
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete; vacuum');
  database.close();
  for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
  keep('database.sqlite', readFileSync(file));
}

async function looked(dataDir: string, story: Story, order: Order | undefined) {
  const place = placeOf(dataDir, `look-${order?.replace(' ', '-') ?? 'first'}`);
  const program = await start(place.variables);
  const { acts, undone } = order
    ? await undoEverything(program.url, story, order)
    : { acts: {}, undone: story };
  const seen = await lookAround(program.url, undone);
  await program.stop();
  place.remove();
  return { acts, seen, url: program.url };
}

endOnSignals();
const mailbox = await startMailbox();
const start = (variables: Readonly<Record<string, string>>): Promise<Program> =>
  startProgram(String(checkout), { SMTP_URL: mailbox.smtpUrl, ...variables });

const folder = temporaryFolder('old-database');
const first = { DATA_DIR: folder.path, ...(postgres && { DATABASE_URL: postgres }) };
const program = await start(first);
const fill = values.basics ? fillWithBasics : fillWithEverything;
const story = await fill({
  url: program.url,
  claim: program.claim,
  tokenIn: mailbox.tokenIn,
  importBlogs: (files) => program.importBlogs(files),
});
await program.stop();
keepDatabase(folder.path);
const before = await looked(folder.path, story, undefined);
const seenBefore = comparable(before.seen, before.url);
const expected: Record<string, unknown> = { story, before: seenBefore };
for (const order of values.basics ? [] : (['authors first', 'staff first'] as const)) {
  const { acts, seen, url } = await looked(folder.path, story, order);
  expected[order] = comparableSince({ acts, seen }, url, story, seenBefore);
}
keep(`seen-${engine}.json`, JSON.stringify(expected));
folder.remove();
console.log(`${kept}: ${Object.keys(before.seen).length} answers of ${engine}`);
process.exit();
