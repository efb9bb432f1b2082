import type { Delivery } from '../../../platform/mail/post.ts';
import type { DeliveryState } from './tables.ts';

export interface Result {
  /** The subscriber's id. */
  readonly id: string;
  readonly delivery: Delivery;
}

/** E-mails of a newsletter that were sent together. */
interface Batch {
  readonly results: readonly Result[];
  /** Earlier attempts by subscriber. */
  readonly triesOf: ReadonlyMap<string, number>;
  /** Accepted e-mails of the newsletter before this batch. */
  readonly sent: number;
}

interface Verdict {
  readonly id: string;
  /** `waiting` where the e-mail was certainly not sent and is tried again. */
  readonly state: DeliveryState;
  /** Attempts so far. */
  readonly tries: number;
  /** Until the next attempt. */
  readonly waitMs: number;
}

interface Judgement {
  readonly verdicts: readonly Verdict[];
  /** Subscribers whose address is at fault, for good. */
  readonly bounced: readonly string[];
  /** What the mail server does to each e-mail, in words for the owner; undefined unless it is at fault. */
  readonly fault: { readonly reason: string; readonly isTemporary: boolean } | undefined;
}

/** Retry delays for an address, almost two days in total. */
const againMs = [1, 5, 30, 120, 6 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * 60_000);
/** This many e-mails that fail together, without an accepted one, aren't the addresses' fault. */
const failingTogether = 3;

/**
 * Whether the mail server is at fault: it has accepted nothing so far, or nothing of several e-mails. Addresses that it
 * refused before don't count: they are likely to be refused together again.
 */
function isServersFault({ results, triesOf, sent }: Batch): boolean {
  if (results.some(({ delivery }) => delivery.kind === 'sent')) return false;
  const telling = results.filter(
    ({ id, delivery }) =>
      triesOf.get(id) === 0 ||
      delivery.kind === 'unreachable' ||
      (delivery.kind === 'refused' && delivery.what === 'sender'),
  );
  return sent === 0 || telling.length >= failingTogether;
}

/** Whether another attempt, later and without any change, may succeed. */
function isTemporary(delivery: Delivery): boolean {
  return delivery.kind !== 'refused' || !delivery.isForGood || delivery.what === 'sender';
}

function isBounce({ delivery }: Result): boolean {
  return (
    delivery.kind === 'refused' &&
    delivery.isForGood &&
    (delivery.what === 'address' || delivery.what === 'recipient')
  );
}

function judge({ id, delivery }: Result, tries: number, isServers: boolean): Verdict {
  if (delivery.kind === 'sent' || delivery.kind === 'unknown')
    return { id, state: delivery.kind, tries, waitMs: 0 };
  // Counts as an attempt once; the pause of the newsletter sets the time of the next.
  if (isServers) return { id, state: 'waiting', tries: Math.max(tries, 1), waitMs: 0 };
  const waitMs = isTemporary(delivery) ? againMs[tries] : undefined;
  return { id, state: waitMs ? 'waiting' : 'failed', tries: tries + 1, waitMs: waitMs ?? 0 };
}

function describe(delivery: Delivery): string {
  if (delivery.kind === 'sent') return '';
  const { reply } = delivery;
  if (delivery.kind === 'unreachable')
    return `The mail server can’t be reached, or doesn’t answer: ${reply}`;
  if (delivery.kind === 'unknown')
    return `The mail server doesn’t say whether it takes the emails: ${reply}`;
  return delivery.what === 'sender'
    ? `The mail server refuses this site: ${reply}`
    : `The mail server takes no email: ${reply}`;
}

const worstFirst = ['unreachable', 'refused', 'unknown'] as const;

function describeFault(results: readonly Result[]): Judgement['fault'] {
  const deliveries = results.map(({ delivery }) => delivery);
  const [worst] = worstFirst.flatMap((kind) => deliveries.filter((one) => one.kind === kind));
  return worst && { reason: describe(worst), isTemporary: deliveries.some(isTemporary) };
}

/** Tells a failing mail server from failing addresses, and decides what becomes of each e-mail. */
export function judgeDeliveries(batch: Batch): Judgement {
  const { results, triesOf } = batch;
  const fault = isServersFault(batch) ? describeFault(results) : undefined;
  return {
    verdicts: results.map((result) =>
      judge(result, triesOf.get(result.id) ?? 0, fault !== undefined),
    ),
    bounced: fault ? [] : results.filter(isBounce).map(({ id }) => id),
    fault,
  };
}
