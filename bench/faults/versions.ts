import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../../scripts/launcher/project.mjs';
import { stepNames } from '../../src/storage/migrate.ts';
import { freePort } from '../../test/free-port.ts';
import { ownHeaders } from '../../test/site-member.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createFaultSite, type FaultSite } from './fault-site.ts';
import type { Fault } from './faults.ts';
import { createLedger, type Outcome } from './ledger.ts';
import { createSite, type Site } from './site.ts';

interface Change {
  readonly statements: readonly string[];
  readonly compatibleFrom: string | null | undefined;
  readonly isReady: boolean;
  readonly undo?: string;
}

/** Changes that a later version makes to the tables, and whether this version can run beside it. */
const kinds: Readonly<Record<string, Change>> = {
  expand: {
    statements: ['alter table comments add column language text'],
    compatibleFrom: stepNames.at(-1),
    isReady: true,
  },
  contract: {
    // Only query plans depend on this index, as on one that no version uses any more.
    statements: ['drop index outbox_person_id'],
    compatibleFrom: stepNames.at(-1),
    isReady: true,
  },
  incompatible: {
    statements: ['alter table wishes rename column created_at to wished_at'],
    compatibleFrom: null,
    isReady: false,
    // The later version is a copy of this one: it can't write the renamed column either.
    undo: 'alter table wishes rename column wished_at to created_at',
  },
  'incompatible rows': {
    statements: ['update people set bio = bio where 1 = 0'],
    compatibleFrom: null,
    isReady: false,
  },
};

const lastStep = '9999-later';
const besideMs = 3_000;

/** Stops all processes of a site where they are (SIGSTOP), or lets them go on. */
function signalAll(site: Site, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of site.workers()) process.kill(pid, name);
  site.signal(name);
}

async function runStatement({ postgres, databaseFile }: FaultSite, statement: string) {
  if (!postgres) {
    const database = new DatabaseSync(databaseFile, { timeout: 10_000 });
    database.exec(statement);
    return database.close();
  }
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The status of a write that needs no account. */
async function statusOfWrite(url: string): Promise<number> {
  const [email, password] = [`${crypto.randomUUID()}@example.org`, 'Analytical1'];
  const reply = await fetch(`${url}/identity/sign-up`, {
    method: 'POST',
    headers: ownHeaders(url),
    body: JSON.stringify({
      email,
      password,
      displayName: 'Ada',
      photoURL: '/images/authors/adaeze-obi.webp',
    }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** Builds a version of this checkout with one more migration, whose kind is chosen at start. */
function buildLater(folder: string): void {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter((name) => name !== '')) {
    cpSync(path.join(root, file), path.join(folder, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(
    path.join(folder, 'src/storage/migrations', `${lastStep}.ts`),
    `import { type Kysely, sql } from 'kysely';
const kinds = ${JSON.stringify(kinds)};
const kind = kinds[process.env.LATER as keyof typeof kinds];
export const compatibleFrom = kind?.compatibleFrom ?? null;
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of kind?.statements ?? []) await sql.raw(statement).execute(db);
}
`,
  );
  const register = path.join(folder, 'src/storage/migrate.ts');
  const steps = readFileSync(register, 'utf8');
  writeFileSync(
    register,
    `import * as later from './migrations/${lastStep}.ts';\n${steps.replace(/^\};$/m, `  '${lastStep}': later,\n};`)}`,
  );
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'inherit' });
}

/**
 * Each round starts a later version, with another kind of migration, on the database that this version is writing to, and
 * that another of its processes sleeps beside: that one's first write after it wakes must be told of the migration.
 */
export const versionsFault: Fault = {
  name: 'a later version started beside it, and its migration',
  rounds: 2 * Object.keys(kinds).length,
  engines: ['sqlite', 'postgres'],
  async run({ engine, rounds, isBroken }) {
    const total = createLedger();
    const later = temporaryFolder('later-version');
    try {
      buildLater(later.path);
      for (let round = 0; round < rounds; round += 1) {
        const [kind = '', change] = Object.entries(kinds)[round % Object.keys(kinds).length] ?? [];
        if (!change) break;
        const faultSite = await createFaultSite({ engine, isBroken });
        const variables = { ...faultSite.variables, LATER: kind };
        const site = createSite({ folder: later.path, port: await freePort(), variables });
        const successor = createSite({
          folder: later.path,
          port: Number(new URL(faultSite.url).port),
          variables,
        });
        const port = await freePort();
        const sleeper = createSite({ port, variables: faultSite.variables });
        try {
          const neverSlept = await sleeper.start();
          if (neverSlept !== undefined) throw new Error(`No second process: ${neverSlept}`);
          faultSite.writers.go();
          await wait(besideMs);
          signalAll(sleeper, 'SIGSTOP');
          const lastWords = await site.start();
          if (lastWords !== undefined) total.wrongs.push(`${kind}: ${lastWords}`);
          const { acknowledged } = faultSite.ledger.counts;
          await wait(besideMs);
          const writesOn = faultSite.ledger.counts.acknowledged > acknowledged;
          const { status } = await fetch(`${faultSite.url}/readyz`);
          const isReady = status === 200;
          if (isReady !== change.isReady) total.wrongs.push(`${kind}: /readyz ${status}`);
          if (writesOn !== change.isReady) {
            total.wrongs.push(`${kind}: it ${writesOn ? 'writes on' : 'writes no more'}`);
          }
          signalAll(sleeper, 'SIGCONT');
          const woken = await statusOfWrite(`http://localhost:${port}`);
          if (woken !== (change.isReady ? 201 : 503))
            total.wrongs.push(`${kind}: a process that slept answers a write with ${woken}`);
          if (!change.isReady) {
            // Only the later version can tell the writers what became of writes of unknown outcome.
            await faultSite.site.stop();
            if (change.undo) await runStatement(faultSite, change.undo);
            const notStarted = await successor.start();
            if (notStarted !== undefined) total.wrongs.push(`${kind}: ${notStarted}`);
          }
          await faultSite.check();
        } finally {
          signalAll(sleeper, 'SIGCONT');
          await sleeper.stop();
          await successor.stop();
          await site.stop();
          await faultSite.close();
        }
        for (const outcome of Object.keys(total.counts) as (Outcome | 'sentAgain')[]) {
          total.counts[outcome] += faultSite.ledger.counts[outcome];
        }
        total.wrongs.push(...faultSite.ledger.wrongs.map((wrong) => `${kind}: ${wrong}`));
      }
    } finally {
      later.remove();
    }
    return total;
  },
};
