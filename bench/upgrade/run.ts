/**
 * `npm run bench:upgrade -- [--engine sqlite|postgres] [--blogs 100000] [--kills 10]`: the migration that rewrites
 * every text, on a site as the version before left it. Runs it once to the end, timed, with the output of the start.
 * Then, on another site, kills it with SIGKILL again and again, first during the backup and then during the migration,
 * at times spread over their duration, and starts it once more. A kill that came too late is repeated on a new copy, a
 * little earlier. Compares every text before and after. Exits with 1 if one was lost or changed, or if a start didn't
 * complete.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/build-site.ts';
import { siteCommand } from '../../scripts/launcher/site.mjs';
import { administer, databaseUrl } from '../../src/storage/postgres/testing-databases.ts';
import type { Engine } from '../../src/storage/storage.ts';
import { freePort } from '../../test/free-port.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { endOnSignals, undoneAtExit } from '../../test/undone-at-exit.ts';
import { createPostgres } from '../faults/postgres.ts';
import { fillOld, type Place } from './fill-old.ts';
import { readTexts, type Texts } from './texts.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    blogs: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '10' },
  },
});
const blogs = Number(values.blogs);
const kills = Number(values.kills);
const readyWithinMs = 20 * 60_000;
/** Share of the kills that happen during the backup. */
const killsInBackup = 0.3;
/** Log messages at the beginning of each part of a start. */
const parts = { backup: 'backed up first', migration: 'Migrating the database' } as const;
type Part = keyof typeof parts;

interface Start {
  readonly isReady: boolean;
  readonly tookMs: number;
  readonly said: string;
  /** When each part began, and when the migration was complete, in milliseconds from the start. */
  readonly at: Readonly<Partial<Record<Part | 'end', number>>>;
}

interface Kill {
  readonly part: Part;
  /** Milliseconds after the part has begun. */
  readonly afterMs: number;
}

/** Starts the site and ends it: with SIGKILL at the given time, or once it is ready. */
async function start(place: Place, kill?: Kill): Promise<Start> {
  const port = await freePort();
  const child = spawn(process.execPath, siteCommand, {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      DEMO: 'off',
      // The process that is killed is the one that migrates.
      WORKERS: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.once(
    'exit',
    undoneAtExit(() => child.kill('SIGKILL')),
  );
  const begun = performance.now();
  const tookMs = () => performance.now() - begun;
  let said = '';
  const at: Partial<Record<Part | 'end', number>> = {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      for (const part of ['backup', 'migration'] as const) {
        if (at[part] === undefined && said.includes(parts[part])) {
          at[part] = tookMs();
          if (part === kill?.part) setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
        }
      }
      if (said.includes('has been migrated')) at.end ??= tookMs();
    });
  }
  const ended = once(child, 'exit');
  let isReady = false;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  while (!isReady && isRunning() && tookMs() < readyWithinMs) {
    await wait(50);
    const reply = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
    await reply?.arrayBuffer();
    isReady = reply?.ok ?? false;
  }
  const took = tookMs();
  child.kill(kill ? 'SIGKILL' : 'SIGTERM');
  await ended;
  return { isReady, tookMs: took, said, at };
}

function compare(what: string, was: Texts, is: Texts): void {
  for (const name of ['blogs', 'comments', 'revisions', 'digest'] as const) {
    if (is[name] === was[name]) continue;
    process.exitCode = 1;
    console.log(`  ${what}: ${name} ${is[name]} instead of ${was[name]}`);
  }
}

function backupsIn({ dataDir }: Place): string {
  const folder = path.join(dataDir, 'backups');
  if (!existsSync(folder)) return 'no backup';
  return readdirSync(folder)
    .map((name) => `${name}, ${Math.round(statSync(path.join(folder, name)).size / 2 ** 20)} MiB`)
    .join('; ');
}

async function upgrade(engine: Engine): Promise<void> {
  const folder = temporaryFolder('upgrade');
  const postgres = engine === 'postgres' ? await createPostgres() : undefined;
  const placeOf = (name: string): Place => ({
    dataDir: path.join(folder.path, name),
    databaseUrl: postgres && databaseUrl(postgres.url, name),
  });
  const [old, first, second] = [placeOf('old'), placeOf('whole'), placeOf('killed')];
  /** Makes this place a copy of the old site. */
  async function copyOld({ dataDir }: Place, name: string): Promise<void> {
    rmSync(dataDir, { recursive: true, force: true });
    if (postgres) {
      await administer(postgres.url, `drop database if exists ${name} with (force)`);
      await administer(postgres.url, `create database ${name} template old`);
    } else cpSync(old.dataDir, dataDir, { recursive: true });
  }
  if (postgres) await administer(postgres.url, 'create database old');
  await fillOld(old, blogs);
  await copyOld(first, 'whole');
  await copyOld(second, 'killed');
  const before = await readTexts(first);
  console.log(
    `\n${engine}: ${before.blogs} blogs, ${before.comments} comments, ${before.revisions} earlier texts`,
  );

  const whole = await start(first);
  console.log(whole.said.replace(/^/gm, '  | '));
  if (!whole.isReady) process.exitCode = 1;
  compare('migrated', before, await readTexts(first));
  console.log(`  ready after ${(whole.tookMs / 1_000).toFixed(1)} s; ${backupsIn(first)}`);

  const { backup = 0, migration = 0, end = 0 } = whole.at;
  const [inBackup, inMigration] = [migration - backup, end - migration];
  console.log(
    `  backup ${(inBackup / 1_000).toFixed(1)} s, migration ${(inMigration / 1_000).toFixed(1)} s`,
  );
  const early = Math.round(kills * killsInBackup);
  for (let kill = 1; kill <= kills; kill += 1) {
    const part = kill <= early ? 'backup' : 'migration';
    const share = part === 'backup' ? kill / (early + 1) : (kill - early) / (kills - early + 1);
    let afterMs = (part === 'backup' ? inBackup : inMigration) * share;
    let texts: Texts;
    for (;;) {
      await start(second, { part, afterMs });
      texts = await readTexts(second);
      compare(`kill ${kill}`, before, texts);
      if (!texts.isMigrated) break;
      await copyOld(second, 'killed');
      afterMs *= 0.9;
    }
    const when = `${(afterMs / 1_000).toFixed(1)} s into it`;
    console.log(`  kill ${kill} in the ${part}, ${when}: the database is as it was, and whole`);
  }
  const last = await start(second);
  if (!last.isReady) {
    process.exitCode = 1;
    console.log(last.said);
  }
  compare('after all kills', before, await readTexts(second));
  console.log(
    `  started again: ready after ${(last.tookMs / 1_000).toFixed(1)} s; ${backupsIn(second)}`,
  );
  await postgres?.remove();
  folder.remove();
}

endOnSignals();
if (!buildSite()) process.exit(1);
for (const engine of ['sqlite', 'postgres'] as const) {
  if (values.engine === undefined || values.engine === engine) await upgrade(engine);
}
process.exit();
