import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Engine } from '../../src/storage/storage.ts';
import { runDiskFault } from './disk.ts';
import { createFaultSite, type FaultSite, type FaultSiteOptions } from './fault-site.ts';
import type { Ledger } from './ledger.ts';
import { mailFault } from './mail.ts';
import { nodesFault, replicaFault } from './nodes.ts';
import { versionsFault } from './versions.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface FaultRun {
  readonly engine: Engine;
  readonly rounds: number;
  readonly isBroken: boolean;
}

export interface Fault {
  /** The name in the table. */
  readonly name: string;
  /** Rounds on each engine unless `--rounds` is given. */
  readonly rounds: number;
  readonly engines: readonly Engine[];
  /** Why the fault can't be tested here; undefined if it can. */
  readonly whyNot?: () => string | undefined;
  /** Resolves to the writers' ledger. */
  readonly run: (run: FaultRun) => Promise<Ledger>;
}

const both: readonly Engine[] = ['sqlite', 'postgres'];

/** A random time in milliseconds: a fault at fixed intervals would always hit the same step of a write. */
const atRandom = (least: number, most: number) => least + Math.random() * (most - least);

/** Repeats a fault under load, and checks the ledger after each round. */
function onGround(
  once: (faultSite: FaultSite, round: number) => Promise<void>,
  more: Partial<FaultSiteOptions> = {},
): Fault['run'] {
  return async ({ engine, rounds, isBroken }) => {
    const faultSite = await createFaultSite({ engine, isBroken, ...more });
    let round = 0;
    try {
      for (; round < rounds; round += 1) {
        faultSite.writers.go();
        await wait(atRandom(300, 900));
        await once(faultSite, round);
        await faultSite.check();
      }
    } catch (error) {
      // A site that doesn't recover is a finding; the other faults are tested all the same.
      faultSite.ledger.wrongs.push(`ended in round ${round + 1} of ${rounds}: ${error}`);
    } finally {
      await faultSite.close();
    }
    return faultSite.ledger;
  };
}

/** Timeout for acquiring the database lock. */
const heldWithinMs = 10_000;

async function holdSqlite(file: string, milliseconds: number): Promise<void> {
  const holder = fork(path.join(root, 'src/storage/sqlite/testing-lock-holder.ts'), [file]);
  await once(holder, 'message', { signal: AbortSignal.timeout(heldWithinMs) });
  await wait(milliseconds);
  holder.send('release');
  await once(holder, 'exit');
}

async function holdPostgres(url: string, milliseconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table comments, blogs, wishes, saved_drafts in exclusive mode');
  await wait(milliseconds);
  await client.query('commit');
  await client.end();
}

async function hold({ postgres, databaseFile }: FaultSite, milliseconds: number): Promise<void> {
  if (postgres) await holdPostgres(postgres.url, milliseconds);
  else await holdSqlite(databaseFile, milliseconds);
}

/** Waits until `count` workers serve and none of the former ones. */
async function replaced({ site }: FaultSite, former: readonly number[], count: number) {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const workers = site.workers();
    if (workers.length === count && !workers.some((pid) => former.includes(pid))) return;
    await wait(25);
  }
  throw new Error('The processes were not replaced within a minute.');
}

export const faults: Readonly<Record<string, Fault>> = {
  kill: {
    name: 'kill -9 at a random moment',
    rounds: 50,
    engines: both,
    run: onGround(async ({ site, restart }) => {
      await site.kill();
      await restart();
    }),
  },
  disk: runDiskFault(atRandom),
  lock: {
    name: 'locked by another process, 1 s and 10 s',
    rounds: 2,
    engines: both,
    run: onGround(async (faultSite, round) => {
      await hold(faultSite, round % 2 === 0 ? 1_000 : 10_000);
      await wait(500);
    }),
  },
  stop: {
    name: 'PostgreSQL stopped at once, started',
    rounds: 20,
    engines: ['postgres'],
    run: onGround(async ({ postgres }) => {
      await postgres?.stopAtOnce();
      await wait(atRandom(0, 500));
      await postgres?.start();
    }),
  },
  worker: {
    name: 'one of two processes killed',
    rounds: 5,
    engines: both,
    run: onGround(
      async (faultSite) => {
        const former = faultSite.site.workers();
        const [first] = former;
        if (first === undefined) throw new Error('There are no processes to kill.');
        process.kill(first, 'SIGKILL');
        await replaced(faultSite, [first], former.length);
      },
      { workers: 2 },
    ),
  },
  clock: {
    name: 'clock moved 400 days while it runs',
    rounds: 2,
    engines: both,
    run: onGround(
      async ({ site }) => {
        site.signal('SIGUSR2');
        await wait(2_000);
      },
      { preload: ['clock.ts'] },
    ),
  },
  rolling: {
    name: 'rolling restart of two processes',
    rounds: 25,
    engines: both,
    run: onGround(
      async (faultSite) => {
        const former = faultSite.site.workers();
        faultSite.site.signal('SIGHUP');
        await replaced(faultSite, former, former.length);
      },
      { workers: 2 },
    ),
  },
  nodes: nodesFault,
  replica: replicaFault,
  mail: mailFault,
  versions: versionsFault,
};
