import { randomUUID } from 'node:crypto';
import { webhooksTag } from '../../../blog/server/events/queue-events.ts';
import { type FetchPublic, OutgoingFailure } from '../../../platform/outgoing/fetch-public.ts';
import type { Storage } from '../../../storage/storage.ts';
import { composeEvent } from './compose-event.ts';
import { signatureOf } from './sign.ts';
import {
  type DeliveryResult,
  hasDue,
  isTaken,
  noteResult,
  type TakenDelivery,
  takeNext,
} from './webhook-store.ts';

export interface DeliverParts {
  readonly storage: Storage;
  /** Connects to public addresses only. */
  readonly fetchPublic: FetchPublic;
  /** The site's base URL, without a trailing slash. */
  readonly siteUrl: string;
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

/** Concurrent deliveries of a process. */
const atOnce = 8;
const timeoutMs = 10_000;
const replyMaxBytes = 64 * 1_024;
/** Characters of a reply that the log shows. */
const shownMax = 1_000;
/** Serializes access to the queue: only one of two processes takes a delivery. */
const locks = { lockKeys: ['webhooks'] };

/** The log's words where a delivery that was taken is sent again by hand. */
const notAgain = 'It was taken before, and not sent again: the text has changed since.';

/** Text that the log can store: PostgreSQL's `text` can't contain NUL. */
function shown(body: Buffer): string {
  return body
    .subarray(0, 4 * shownMax)
    .toString('utf8')
    .replaceAll('\0', '\uFFFD')
    .slice(0, shownMax);
}

async function send(
  { storage, fetchPublic, siteUrl, now = Date.now, onError }: DeliverParts,
  row: TakenDelivery,
): Promise<DeliveryResult> {
  if (row.ends_at <= now()) {
    const reply = row.reply || 'It could not be sent while it was of use.';
    return { kind: 'failed', status: row.status, reply };
  }
  try {
    const body = await composeEvent(storage.writer, siteUrl, row);
    if (body === undefined) {
      return isTaken(row.status)
        ? { kind: 'dropped', status: row.status, reply: notAgain }
        : { kind: 'dropped', status: null, reply: 'The text changed before it was told.' };
    }
    const reply = await fetchPublic(row.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'The-Content-Hub',
        'content-hub-event': row.event,
        'content-hub-delivery': row.id,
        'content-hub-signature': signatureOf(row.secret, body, now()),
      },
      body,
      bytesMax: replyMaxBytes,
      isCut: true,
      timeoutMs,
    });
    return {
      kind: isTaken(reply.status) ? 'sent' : 'failed',
      status: reply.status,
      // Redirects aren't followed: the owner didn't choose their target.
      reply: reply.status >= 300 && reply.status < 400 ? 'It leads elsewhere.' : shown(reply.body),
    };
  } catch (error) {
    if (error instanceof OutgoingFailure) {
      return { kind: 'failed', status: null, reply: error.message };
    }
    onError(error);
    return { kind: 'failed', status: null, reply: 'The site could not send it; its log says why.' };
  }
}

async function deliver(parts: DeliverParts, row: TakenDelivery): Promise<void> {
  const { storage, now = Date.now } = parts;
  const result = await send(parts, row);
  await storage.write((write) => noteResult(write, row, result, now()), locks);
}

/**
 * Sends the due deliveries, several receivers at a time. Deliveries of a stopped or killed process are taken over by
 * another one.
 */
export async function deliverDue(parts: DeliverParts, signal: AbortSignal): Promise<void> {
  const { storage, now = Date.now, onError } = parts;
  const holder = randomUUID();
  const running = new Set<Promise<void>>();
  const take = async () =>
    (await hasDue(storage.writer, now()))
      ? storage.write((write) => takeNext(write, holder, now()), locks)
      : undefined;
  /** False if no delivery can be started. */
  async function begin(): Promise<boolean> {
    const row = await take();
    if (!row) return false;
    const work: Promise<void> = deliver(parts, row)
      .catch(onError)
      .finally(() => running.delete(work));
    running.add(work);
    return true;
  }

  let queued = Promise.withResolvers<void>();
  const ignoreChanges = storage.onChange((tags) => {
    if (tags.includes(webhooksTag)) queued.resolve();
  });
  try {
    for (;;) {
      // Anew before the queue is read, so that nothing is missed between.
      queued = Promise.withResolvers();
      while (!signal.aborted && running.size < atOnce && (await begin()));
      if (running.size === 0) return;
      // The next delivery to the same receiver may start, or one that was queued while a slow receiver is waited for.
      await Promise.race([...running, queued.promise]);
    }
  } finally {
    ignoreChanges();
  }
}
