import { randomUUID } from 'node:crypto';
import type { Delivery, Post } from '../../platform/mail/post.ts';
import { takeLease } from '../../storage/background/lease.ts';
import type { Storage } from '../../storage/storage.ts';
import type { MailKind } from './mail-kind.ts';
import { hasDue, mailOf, noteResult, type Result, takeDue } from './outbox-store.ts';
import type { OutboxTable } from './tables.ts';

export interface OutboxSenderParts {
  readonly storage: Storage;
  readonly post: Post;
  readonly kinds: readonly MailKind[];
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

/** E-mails sent concurrently: the most that are uncertain after a process dies. */
const begunAtOnce = 10;
/** Under the outbox lock, reads stay valid until the commit. */
const locks = { lockKeys: ['outbox'] };

/** The e-mail has expired; the reason is that of the last attempt. */
function tooLate({ reason }: OutboxTable): Delivery {
  const reply = reason || 'No mail server took it while it was of use.';
  return { kind: 'refused', isForGood: true, what: 'letter', reply };
}

/** A failure to compose is fixed on this side, so the e-mail isn't given up. */
const notWritten: Delivery = {
  kind: 'refused',
  isForGood: false,
  what: 'letter',
  reply: 'The site could not write it; its log says why.',
};

async function send(
  { post, now = Date.now, onError }: OutboxSenderParts,
  kind: MailKind | undefined,
  row: OutboxTable,
): Promise<Result> {
  // A kind of a newer version: a process of that version may still send it.
  if (!kind) return { row, delivery: notWritten };
  if (row.ends_at <= now()) return { row, delivery: tooLate(row) };
  try {
    const message = await kind.compose(mailOf(row));
    // The same message id at every attempt lets the recipient detect a duplicate.
    return { row, delivery: message && (await post.send({ name: row.id, ...message })) };
  } catch (error) {
    onError(error);
    return { row, delivery: notWritten };
  }
}

/**
 * Sends due e-mails, in one process at a time, while a mail server accepts them. Each write stores the outcome of the
 * last batch and takes the next. When the process stops or dies, the next one continues.
 */
export async function sendOutbox(parts: OutboxSenderParts, signal: AbortSignal): Promise<void> {
  const { storage, now = Date.now, onError } = parts;
  if (!(await hasDue(storage.writer, now()))) return;
  const lease = await takeLease(storage, 'outbox', { now, onError });
  if (!lease) return;
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  const holder = randomUUID();
  let results: readonly Result[] = [];
  try {
    do {
      const last = results;
      // The mail server is unreachable, not only for one recipient: leave the rest queued until the next run.
      const has = (kind: Delivery['kind']) => last.some(({ delivery }) => delivery?.kind === kind);
      const isOver = signal.aborted || (has('unreachable') && !has('sent'));
      const taken = await storage.write(async (write) => {
        for (const result of last)
          await noteResult(write, kinds.get(result.row.kind), result, now());
        return isOver ? [] : takeDue(write, kinds, { holder, now: now(), most: begunAtOnce });
      }, locks);
      results = await Promise.all(taken.map((row) => send(parts, kinds.get(row.kind), row)));
    } while (results.length > 0);
  } finally {
    await lease.release();
  }
}
