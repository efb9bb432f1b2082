import { type Budget, Findings, heldMaxMs, type PartResult } from '../findings.ts';
import type { FuzzedSite, FuzzMember } from '../site/fuzzed-site.ts';
import type { KnownThings } from '../valid-values.ts';
import { idOfMade, type Outcome, WireConnection, type WireReply } from '../wire/wire.ts';
import { findFault, isRefusedBusy } from './find-fault.ts';
import { createHostileValues, type HostileValues } from './hostile-values.ts';
import { bytesOf, type RouteCase, routeCase } from './route-cases.ts';

/** Concurrent requests, each on a connection of its own. */
const atOnce = 32;
const membersCount = 8;
/** Ids that cases may use; a new id replaces an old one, so that the draws stay the same. */
const idsKept = 24;
const meterEveryMs = 250;
const longestShown = 1_500;

interface Actor {
  readonly member: FuzzMember;
  readonly known: KnownThings;
  renewing: Promise<void> | undefined;
}

interface Run {
  readonly site: FuzzedSite;
  readonly budget: Budget;
  readonly hostile: HostileValues;
  readonly findings: Findings;
  readonly actors: readonly Actor[];
  readonly ids: string[];
  readonly deadline: number;
  /** The slowest case since the meter was read, and its time. */
  slowest: { readonly one: RouteCase; readonly ms: number } | undefined;
  next: number;
  sent: number;
  busy: number;
  serverErrors: number;
  heldMs: number;
}

async function idsOf(site: FuzzedSite): Promise<string[]> {
  const reply = await fetch(`${site.url}/api/allBlogs?limit=${idsKept}`);
  const blogs = (await reply.json()) as { _id: string }[];
  return Array.from({ length: idsKept }, (_, index) => blogs[index % blogs.length]?._id ?? 'none');
}

async function actorsOf(site: FuzzedSite, ids: readonly string[]): Promise<Actor[]> {
  const members = await Promise.all(Array.from({ length: membersCount }, () => site.signUp()));
  return members.map((member) => ({
    member,
    known: {
      get email() {
        return member.email;
      },
      password: member.password,
      ids,
    },
    renewing: undefined,
  }));
}

/** How to reproduce the case: its number, the head and the beginning of the body. */
function describe(run: Run, one: RouteCase): string {
  const bytes = bytesOf(one, 'site', one.isMember ? 'session=S' : undefined);
  return `--seed ${run.budget.seed}, case ${one.index}: ${JSON.stringify(bytes.toString('utf8', 0, longestShown))}`;
}

async function keepSignedIn(run: Run, one: RouteCase, actor: Actor, reply: WireReply) {
  const isOwnCookie = one.isMember && !one.headers.some(([name]) => name === 'cookie');
  const isEnded = reply.status === 401 || /session=;/.test(reply.headers.get('set-cookie') ?? '');
  if (!isOwnCookie || !isEnded) return;
  actor.renewing ??= run.site.renew(actor.member).finally(() => {
    actor.renewing = undefined;
  });
  await actor.renewing;
}

function remember(run: Run, one: RouteCase, reply: WireReply): void {
  const id = idOfMade(reply);
  if (id) run.ids[one.index % idsKept] = id;
}

function note(run: Run, one: RouteCase, outcome: Outcome): void {
  run.sent += 1;
  if (isRefusedBusy(outcome)) run.busy += 1;
  else if (typeof outcome !== 'string' && outcome.status >= 500) run.serverErrors += 1;
  const fault = findFault(one, outcome);
  if (fault === undefined) return;
  const place = one.endpoint ? `${one.endpoint.method} ${one.endpoint.path}` : one.method;
  run.findings.add(`${place} ${fault}`, describe(run, one));
}

async function sendInTurn(run: Run): Promise<void> {
  const { site, budget, hostile, actors } = run;
  const connection = new WireConnection(site.port);
  while (run.next < budget.cases && Date.now() < run.deadline && site.exitCode() === null) {
    const index = run.next++;
    const actor = actors[index % actors.length] as Actor;
    const one = routeCase(budget.seed, index, hostile, actor.known);
    const begun = performance.now();
    const cookie = one.isMember ? actor.member.cookie : undefined;
    const outcome = await connection.ask(
      bytesOf(one, `localhost:${site.port}`, cookie),
      one.method === 'HEAD',
    );
    const ms = performance.now() - begun;
    if (ms > (run.slowest?.ms ?? 0)) run.slowest = { one, ms };
    note(run, one, outcome);
    if (typeof outcome === 'string') continue;
    remember(run, one, outcome);
    await keepSignedIn(run, one, actor, outcome);
  }
  connection.close();
}

async function readMeter(run: Run): Promise<void> {
  const { heldMs } = await run.site.readMeter();
  run.heldMs = Math.max(run.heldMs, heldMs);
  const { slowest } = run;
  run.slowest = undefined;
  if (heldMs <= heldMaxMs || !slowest) return;
  run.findings.add(
    'held the event loop',
    `${heldMs.toFixed(0)} ms; slowest at that time: ${describe(run, slowest.one)}`,
  );
}

/**
 * Part a: every route and field with hostile values, sent concurrently by visitors and members. Any reply other than a
 * success, a declared refusal or a 503 with `Retry-After` is a finding; so is a blocked event loop.
 */
export async function fuzzRoutes(site: FuzzedSite, budget: Budget): Promise<PartResult> {
  const begun = Date.now();
  const ids = await idsOf(site);
  const run: Run = {
    site,
    budget,
    hostile: createHostileValues(budget.seed),
    findings: new Findings(),
    actors: await actorsOf(site, ids),
    ids,
    deadline: begun + budget.ms,
    slowest: undefined,
    next: 0,
    sent: 0,
    busy: 0,
    serverErrors: 0,
    heldMs: 0,
  };
  await site.readMeter();
  const meter = setInterval(() => void readMeter(run).catch(() => {}), meterEveryMs);
  await Promise.all(Array.from({ length: atOnce }, () => sendInTurn(run)));
  clearInterval(meter);
  const hasEnded = site.exitCode() !== null;
  if (hasEnded) run.findings.add('the process ended', site.output().slice(-2_000));
  else await readMeter(run);
  return {
    part: 'routes',
    inputs: run.sent,
    seconds: (Date.now() - begun) / 1_000,
    serverErrors: run.serverErrors,
    crashes: hasEnded ? 1 : 0,
    busy: run.busy,
    heldMs: run.heldMs,
    findings: run.findings.list,
  };
}
