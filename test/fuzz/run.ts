/**
 * `npm run fuzz -- [--minutes 30] [--cases 250000] [--seed 1] [--part routes]…`: sends invalid and hostile input at
 * length. Parts: routes, wire, scripts, races, costs. `--cases` is the number of inputs of routes; the other parts take
 * a share of it. Prints the result of each part and exits with 1 if there are findings. The same seed sends the same
 * inputs again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/build-site.ts';
import {
  createDatabase,
  createTemplate,
  databaseUrl,
} from '../../src/storage/postgres/testing-databases.ts';
import { type StartedPostgres, startPostgres } from '../postgres/start-postgres.ts';
import { startBrowser } from '../start-browser.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { endOnSignals } from '../undone-at-exit.ts';
import { fuzzCosts } from './costs/fuzz-costs.ts';
import { fuzzCostsByCall } from './costs/fuzz-costs-by-call.ts';
import type { Budget, PartResult } from './findings.ts';
import { formatPart, formatTotal, formatWaits } from './format-results.ts';
import { fuzzRaces } from './fuzz-races.ts';
import { fuzzRoutes } from './routes/fuzz-routes.ts';
import { fuzzScripts } from './scripts/fuzz-scripts.ts';
import { checkDatabase } from './site/check-database.ts';
import { type FuzzedSite, startFuzzedSite } from './site/fuzzed-site.ts';
import { type HealthzWaits, whileWatching } from './site/watch-healthz.ts';
import { fuzzWire } from './wire/fuzz-wire.ts';

const partNames = ['routes', 'wire', 'scripts', 'races', 'costs'] as const;
const restMs = 3_000;
/** Number of inputs of the other parts, as a share of those of `routes`. */
const shares = { wire: 0.1, races: 0.004, costs: 0.02, costsByCall: 0.02 };

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    cases: { type: 'string' },
    seed: { type: 'string' },
    part: { type: 'string', multiple: true, default: [...partNames] },
  },
});
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const cases = values.cases === undefined ? Number.POSITIVE_INFINITY : Number(values.cases);
// Half an hour, unless a number of cases is given: then without a time limit.
const minutes = Number(
  values.minutes ?? (values.cases === undefined ? 30 : Number.POSITIVE_INFINITY),
);
const unknown = values.part.find((part) => !partNames.some((name) => name === part));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${partNames.join(', ')}.`);
const isAsked = (part: (typeof partNames)[number]) => values.part.includes(part);

/** A database to run on; each engine gets its share of the time. */
interface Place {
  readonly engine: string;
  readonly settings: Readonly<Record<string, string>>;
}

const results: PartResult[] = [];
/** Response times of `/healthz` while the site was idle, and while it was fuzzed. */
const waits: { readonly resting: HealthzWaits; readonly working: HealthzWaits }[] = [];

function note(result: PartResult): void {
  results.push(result);
  console.log(formatPart(result));
}

/** The budget of a part: its share of the cases and of the time. */
function budgetOf(shareOfCases: number, shareOfTime: number): Budget {
  return { seed, cases: Math.ceil(cases * shareOfCases), ms: minutes * 60_000 * shareOfTime };
}

/** Runs a part on a site of its own, and polls the site's `/healthz` meanwhile. */
async function onSite(
  { engine, settings }: Place,
  act: (site: FuzzedSite) => Promise<PartResult>,
): Promise<void> {
  const site = await startFuzzedSite(settings);
  try {
    const [, resting] = await whileWatching(site.port, () => wait(restMs));
    const [result, working] = await whileWatching(site.port, () => act(site));
    waits.push({ resting, working });
    note({ ...result, part: `${result.part} on ${engine}` });
    console.log(`  ${formatWaits('with nothing to do', resting)}`);
    console.log(`  ${formatWaits('meanwhile', working)}`);
  } finally {
    await site.stop();
  }
}

async function checkAfter({ engine, settings }: Place): Promise<void> {
  const { DATA_DIR: dataDir = '', DATABASE_URL } = settings;
  const faults = await checkDatabase({
    dataDir,
    ...(DATABASE_URL && { databaseUrl: DATABASE_URL }),
  });
  const findings = faults.map((what) => ({ what, how: engine, times: 1 }));
  const none = { inputs: 0, seconds: 0, serverErrors: 0, crashes: 0, busy: 0 };
  note({ part: `half-written on ${engine}`, ...none, findings });
}

async function throughCalls(place: Place, share: number): Promise<void> {
  const { wire, costsByCall } = shares;
  if (isAsked('wire')) {
    await onSite(place, (site) => fuzzWire(site, budgetOf(wire * share, 0.1 * share)));
  }
  if (isAsked('costs')) {
    const budget = budgetOf(costsByCall * share, 0.2 * share);
    await onSite(place, (site) => fuzzCostsByCall(site, budget));
  }
  if (isAsked('routes'))
    await onSite(place, (site) => fuzzRoutes(site, budgetOf(share, 0.35 * share)));
  if (isAsked('races')) {
    const sites = await Promise.all(
      [place, place].map(({ settings }) => startFuzzedSite(settings)),
    );
    try {
      note(await fuzzRaces(sites, place.engine, budgetOf(shares.races, 0.15 * share)));
    } finally {
      for (const site of sites) await site.stop();
    }
  }
  await checkAfter(place);
}

async function placesOf(postgres: StartedPostgres | undefined, folder: string): Promise<Place[]> {
  const sqlite = { engine: 'SQLite', settings: { DATA_DIR: folder } };
  if (!postgres) return [sqlite];
  const name = await createDatabase(await createTemplate(postgres.url), true);
  const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrl(postgres.url, name) };
  return [sqlite, { engine: 'PostgreSQL', settings }];
}

async function scripts(): Promise<void> {
  const browser = await startBrowser();
  const site = await startFuzzedSite({ READING: 'public', DEMO: 'off' });
  try {
    const { pages, ...result } = await fuzzScripts(site, browser, { each: 1, people: 100 });
    note(result);
    console.log(`  read on ${pages} pages`);
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function run(): Promise<void> {
  console.log(`seed ${seed}`);
  const folder = temporaryFolder('fuzzed');
  const postgres = await startPostgres().catch((error: Error) => {
    console.log(`Without PostgreSQL: ${error.message}`);
    return undefined;
  });
  try {
    if (isAsked('costs')) note(fuzzCosts(budgetOf(shares.costs, 0.1)));
    const places = await placesOf(postgres, folder.path);
    for (const place of places) await throughCalls(place, 1 / places.length);
    if (isAsked('scripts')) await scripts();
  } finally {
    await postgres?.stop();
    folder.remove();
  }
  const longest = (when: 'resting' | 'working') =>
    Math.max(0, ...waits.map((one) => one[when].longestMs));
  console.log(`\nseed ${seed}: ${formatTotal(results)}`);
  console.log(
    `/healthz waited for at most ${longest('working').toFixed(0)} ms; with nothing to do, ${longest('resting').toFixed(0)} ms`,
  );
  process.exitCode = results.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

endOnSignals();
if (!buildSite()) process.exit(1);
await run();
