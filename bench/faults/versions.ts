import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../scripts/launcher/project.mjs';
import { stepNames } from '../../src/storage/migrate.ts';
import { freePort } from '../../test/free-port.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createFaultSite } from './fault-site.ts';
import type { Fault } from './faults.ts';
import { createLedger, type Outcome } from './ledger.ts';
import { createSite } from './site.ts';

/** Changes that a later version makes to the tables, and whether this version can run beside it. */
const kinds = {
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
  },
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

const lastStep = '9999-later';
const besideMs = 3_000;

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
 * Each round starts a later version, with another kind of migration, on the database that this version is writing to.
 */
export const versionsFault: Fault = {
  name: 'a later version started beside it, and its migration',
  rounds: 2 * kindNames.length,
  engines: ['sqlite', 'postgres'],
  async run({ engine, rounds, isBroken }) {
    const total = createLedger();
    const later = temporaryFolder('later-version');
    try {
      buildLater(later.path);
      for (let round = 0; round < rounds; round += 1) {
        const kind = kindNames[round % kindNames.length] ?? 'expand';
        const faultSite = await createFaultSite({ engine, isBroken });
        const site = createSite({
          folder: later.path,
          port: await freePort(),
          variables: { ...faultSite.variables, LATER: kind },
        });
        try {
          faultSite.writers.go();
          await wait(besideMs);
          const lastWords = await site.start();
          if (lastWords !== undefined) total.wrongs.push(`${kind}: ${lastWords}`);
          const { acknowledged } = faultSite.ledger.counts;
          await wait(besideMs);
          const writesOn = faultSite.ledger.counts.acknowledged > acknowledged;
          const { status } = await fetch(`${faultSite.url}/readyz`);
          const isReady = status === 200;
          if (isReady !== kinds[kind].isReady) total.wrongs.push(`${kind}: /readyz ${status}`);
          if (writesOn !== kinds[kind].isReady) {
            total.wrongs.push(`${kind}: it ${writesOn ? 'writes on' : 'writes no more'}`);
          }
          await faultSite.check();
        } finally {
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
