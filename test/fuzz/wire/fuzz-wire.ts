import { type Budget, Findings, heldMaxMs, type PartResult } from '../findings.ts';
import { type Random, randomOfCase } from '../random.ts';
import type { FuzzedSite } from '../site/fuzzed-site.ts';
import { type MalformedRequest, malformedRequests } from './malformed-requests.ts';
import { repliesTo } from './wire.ts';

const atOnce = 16;

/** Bytes with random parts changed, duplicated, removed, or taken from another shape. */
function mutate(bytes: Buffer, random: Random): Buffer {
  let changed = Buffer.from(bytes.subarray(0, 4_096));
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const at = random.below(changed.length + 1);
    const [before, after] = [changed.subarray(0, at), changed.subarray(at)];
    const other = random.pick(malformedRequests).bytes.subarray(0, 200);
    const from = random.below(other.length);
    const pieces = [
      Buffer.from([random.below(256)]),
      Buffer.from(random.pick(['\r\n', '\n', ' ', ':', '\0', ',', ';', '\r\n\r\n', '0'])),
      other.subarray(from, from + random.below(40)),
      after.subarray(0, random.below(30)),
    ];
    const rest = random.once(2) ? after : after.subarray(1 + random.below(5));
    changed = Buffer.concat([before, random.pick(pieces), rest]);
  }
  return changed;
}

interface Sent extends Pick<MalformedRequest, 'name' | 'bytes'> {
  /** Undefined if the number of requests in the bytes is unknown. */
  readonly expected: Pick<MalformedRequest, 'replies' | 'isRefused'> | undefined;
}

/** Problems with the replies. */
async function faultsOf(site: FuzzedSite, { bytes, expected }: Sent): Promise<readonly string[]> {
  const { replies, rest, isClosed } = await repliesTo(site.port, bytes, {
    isHead: bytes.subarray(0, 5).toString('latin1') === 'HEAD ',
  });
  const faults = replies
    .filter(({ status }) => status >= 500)
    .map(({ status }) => `was answered ${status}`);
  if (!expected) return faults;
  const [first] = replies;
  if (rest.length > 0) faults.push('was answered by half a reply');
  if (replies.length > expected.replies) faults.push(`got ${replies.length} replies`);
  if (expected.isRefused && first && first.status < 400) faults.push('was not refused');
  if (expected.replies > 0 && !first && !isClosed) faults.push('was neither answered nor refused');
  return faults;
}

function sentOf(seed: number, index: number): Sent {
  const shape = malformedRequests[index];
  if (shape) return { name: shape.name, bytes: shape.bytes, expected: shape };
  const random = randomOfCase(seed, index);
  const { name, bytes } = random.pick(malformedRequests);
  return { name: `"${name}", changed,`, bytes: mutate(bytes, random), expected: undefined };
}

/**
 * Part b: malformed HTTP over raw sockets: each shape once, then random mutations. No server error is allowed, and no
 * more replies than there are requests.
 */
export async function fuzzWire(site: FuzzedSite, budget: Budget): Promise<PartResult> {
  const begun = Date.now();
  const findings = new Findings();
  let next = 0;
  let sent = 0;
  let serverErrors = 0;
  await site.readMeter();
  async function sendInTurn(): Promise<void> {
    while (next < budget.cases && Date.now() < begun + budget.ms && site.exitCode() === null) {
      const index = next++;
      const one = sentOf(budget.seed, index);
      sent += 1;
      for (const fault of await faultsOf(site, one)) {
        if (/answered 5/.test(fault)) serverErrors += 1;
        const shown = JSON.stringify(one.bytes.toString('latin1', 0, 400));
        findings.add(`${one.name} ${fault}`, `--seed ${budget.seed}, case ${index}: ${shown}`);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendInTurn));
  const hasEnded = site.exitCode() !== null;
  if (hasEnded) findings.add('the process ended', site.output().slice(-2_000));
  const heldMs = hasEnded ? 0 : (await site.readMeter()).heldMs;
  if (heldMs > heldMaxMs) findings.add('held the event loop', `${heldMs.toFixed(0)} ms`);
  return {
    part: 'wire',
    inputs: sent,
    seconds: (Date.now() - begun) / 1_000,
    serverErrors,
    crashes: hasEnded ? 1 : 0,
    busy: 0,
    heldMs,
    findings: findings.list,
  };
}
