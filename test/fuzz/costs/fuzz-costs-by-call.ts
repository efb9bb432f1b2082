import { type Budget, Findings, heldMaxMs, type PartResult } from '../findings.ts';
import { randomOfCase } from '../random.ts';
import { isRefusedBusy } from '../routes/find-fault.ts';
import type { FuzzedSite, FuzzMember } from '../site/fuzzed-site.ts';
import {
  idOfMade,
  type Outcome,
  requestBytes,
  WireConnection,
  type WireRequest,
} from '../wire/wire.ts';
import { type CostEntry, costEntries, markdownEntries } from './cost-entries.ts';
import { type Fragment, grow, knownFragments, nameOf, randomFragment } from './cost-fragments.ts';

interface CostCase {
  readonly way: CostEntry;
  readonly fragment: Fragment;
}

const isNamed = (way: CostEntry, pattern: RegExp) => pattern.test(way.name);
const unitIs = (...units: readonly string[]) =>
  knownFragments.filter(({ unit }) => units.includes(unit));

/** Cases that once blocked the site: always tried, and first. */
const oncePainful: readonly CostCase[] = costEntries
  .filter((way) => isNamed(way, /^JSON|sign-in|^header cookie/))
  .flatMap((way) => unitIs('\\"', 'a@', '\u0301\u0323').map((fragment) => ({ way, fragment })));
const slowMarkdown: readonly CostCase[] = markdownEntries.slice(0, 1).flatMap((way) =>
  unitIs('a\n', '!', 'www._', '[', '*a', '<!--', '|a', '[^1]', '&').map((fragment) => ({
    way,
    fragment,
  })),
);

function caseOf({ seed }: Budget, index: number): CostCase {
  const named = [...oncePainful, ...slowMarkdown];
  const painful = named[index];
  if (painful) return painful;
  const random = randomOfCase(seed, index);
  return {
    way: random.pick(costEntries),
    fragment: random.once(3) ? randomFragment(random) : random.pick(knownFragments),
  };
}

function bytesOf(request: WireRequest, host: string, cookie: string): Buffer {
  const hasCookie = request.headers.some(([name]) => name === 'cookie');
  return requestBytes(request, [
    ['Host', host],
    ['sec-fetch-site', 'same-origin'],
    ...(hasCookie ? [] : [['Cookie', cookie] as const]),
  ]);
}

/** Requests that read a published blog again: its text and its page. */
function readingsOf(outcome: Outcome): readonly WireRequest[] {
  const id = typeof outcome === 'string' ? undefined : idOfMade(outcome);
  if (id === undefined) return [];
  return [`/api/blog/${id}`, `/blog/${id}`].map((target) => ({
    method: 'GET',
    target,
    headers: [],
    body: undefined,
  }));
}

/**
 * Part e, through the running site: growing texts in headers, addresses, bodies and Markdown, one request at a time,
 * measuring how long each blocked the event loop. Published blogs are read again.
 */
export async function fuzzCostsByCall(site: FuzzedSite, budget: Budget): Promise<PartResult> {
  const begun = Date.now();
  const findings = new Findings();
  const connection = new WireConnection(site.port);
  const host = `localhost:${site.port}`;
  const member: FuzzMember = await site.signUp();
  const result = { inputs: 0, serverErrors: 0, busy: 0, heldMs: 0 };

  async function send(one: WireRequest, label: string): Promise<Outcome> {
    const outcome = await connection.ask(bytesOf(one, host, member.cookie));
    result.inputs += 1;
    const status = typeof outcome === 'string' ? 0 : outcome.status;
    if (isRefusedBusy(outcome)) result.busy += 1;
    else if (status >= 500 || typeof outcome === 'string') {
      if (status >= 500) result.serverErrors += 1;
      findings.add(`${one.method} ${one.target.slice(0, 40)} answered ${status || outcome}`, label);
    }
    if (status === 401 && one.target.startsWith('/api/')) await site.renew(member);
    if (site.exitCode() !== null) return outcome;
    const { heldMs } = await site.readMeter();
    result.heldMs = Math.max(result.heldMs, heldMs);
    if (heldMs > heldMaxMs)
      findings.add(`held the event loop: ${label}`, `${heldMs.toFixed(0)} ms`);
    return outcome;
  }

  await site.readMeter();
  for (let index = 0; index < budget.cases && Date.now() < begun + budget.ms; index += 1) {
    const { way, fragment } = caseOf(budget, index);
    const label = `${way.name}: ${nameOf(fragment)}`;
    const outcome = await send(way.request(grow(fragment, way.max)), label);
    for (const reading of readingsOf(outcome)) await send(reading, `read after ${label}`);
    if (site.exitCode() !== null) break;
  }
  connection.close();
  const hasEnded = site.exitCode() !== null;
  if (hasEnded) findings.add('the process ended', site.output().slice(-2_000));
  return {
    part: 'costs by call',
    seconds: (Date.now() - begun) / 1_000,
    crashes: hasEnded ? 1 : 0,
    ...result,
    findings: findings.list,
  };
}
