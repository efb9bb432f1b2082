/**
 * `npm run bench:faults -- [--only kill,disk,lock,stop,worker,clock,damage,rolling,nodes,replica,mail,versions]
 * [--rounds n] [--engine sqlite|postgres] [--broken]`: 64 writers record the outcome of each write while one fault
 * after the other happens to the site. Each acknowledged write must be stored exactly once, a refused one not at all,
 * and one that was retried because its outcome was unknown exactly once. `--broken` runs a site that acknowledges
 * writes before it commits them: this must be detected on each engine. It uses kills unless other faults are given,
 * since some faults lose nothing.
 */
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/build-site.ts';
import type { Engine } from '../../src/storage/storage.ts';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import { damage } from './damage.ts';
import { type Fault, faults } from './faults.ts';
import type { Ledger } from './ledger.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    engine: { type: 'string' },
    broken: { type: 'boolean', default: false },
  },
});

const all: Readonly<Record<string, Fault>> = { ...faults, damage };
const names = values.only?.split(',') ?? (values.broken ? ['kill'] : Object.keys(all));
const asked = names.map((name) => {
  const fault = all[name];
  if (!fault) throw new Error(`There is no fault ${name}: ${Object.keys(all).join(', ')}.`);
  return fault;
});
const engineNames: Readonly<Record<Engine, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const wrongsShown = 10;

interface Row {
  readonly fault: string;
  readonly engine: string;
  readonly rounds: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly 'sent again': number;
  readonly wrong: number;
  readonly seconds: number;
}

const rows: Row[] = [];

function note(fault: Fault, engine: Engine, rounds: number, ledger: Ledger, startedAt: number) {
  const { acknowledged, refused, unknown, sentAgain } = ledger.counts;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  rows.push({
    fault: fault.name,
    engine: engineNames[engine],
    rounds,
    acknowledged,
    refused,
    unknown,
    'sent again': sentAgain,
    wrong: ledger.wrongs.length,
    seconds,
  });
  console.log(
    `${fault.name}, ${engineNames[engine]}: ${rounds} rounds, ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown, ${ledger.wrongs.length} wrong, ${seconds} s`,
  );
  for (const wrong of ledger.wrongs.slice(0, wrongsShown)) console.log(`  ${wrong}`);
}

async function runFault(fault: Fault): Promise<void> {
  const reason = fault.whyNot?.();
  if (reason !== undefined) {
    console.log(`${fault.name}: not done, ${reason}.`);
    return;
  }
  for (const engine of fault.engines) {
    if (values.engine !== undefined && values.engine !== engine) continue;
    const rounds = Number(values.rounds ?? fault.rounds);
    const startedAt = performance.now();
    const ledger = await fault.run({ engine, rounds, isBroken: values.broken });
    note(fault, engine, rounds, ledger, startedAt);
  }
}

endOnSignals();
if (!buildSite()) process.exit(1);

for (const fault of asked) await runFault(fault);

const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
console.table(rows);
const wrong = sum((row) => row.wrong);
const engines = [...new Set(rows.map(({ engine }) => engine))];
const foundOut = engines.filter((engine) => rows.some((row) => row.engine === engine && row.wrong));
console.log(
  `${sum((row) => row.acknowledged)} acknowledged writes checked in ${sum((row) => row.rounds)} rounds: ${wrong} wrong; ${sum((row) => row.unknown)} unknown ones sent again.`,
);
if (values.broken) {
  console.log(`The broken site was found out on ${foundOut.join(' and ') || 'no engine'}.`);
}
const isAsExpected = values.broken ? foundOut.length === engines.length : wrong === 0;
process.exitCode = isAsExpected && rows.length > 0 ? 0 : 1;
