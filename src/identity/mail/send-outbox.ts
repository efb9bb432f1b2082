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

/** E-mails that are begun at once: as many may be in doubt where a process dies. */
const begunAtOnce = 10;
/** Alone with the outbox: what it reads before it decides is what is there. */
const locks = { lockKeys: ['outbox'] };

/** By now nobody has a use for it; why it didn't go before is what was said last. */
function tooLate({ reason }: OutboxTable): Delivery {
  const reply = reason || 'No mail server took it while it was of use.';
  return { kind: 'refused', isForGood: true, what: 'letter', reply };
}

/** What is wrong on this side is mended here, and is no reason to give an e-mail up. */
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
  // Such as one of a newer version: that one may send it yet.
  if (!kind) return { row, delivery: notWritten };
  if (row.ends_at <= now()) return { row, delivery: tooLate(row) };
  try {
    const letter = await kind.compose(mailOf(row));
    // Its name stays, so that what came twice can be told to be the same.
    return { row, delivery: letter && (await post.send({ name: row.id, ...letter })) };
  } catch (error) {
    onError(error);
    return { row, delivery: notWritten };
  }
}

/**
 * Sends what is due, in one process at a time, as far as there is a server that takes it. Each write notes what became of
 * the last e-mails and takes on the next. What one process leaves, because it was stopped or killed, the next one goes on
 * with.
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
      // Nobody is there to take them: the rest waits until somebody looks again.
      const isOver =
        signal.aborted || last.some(({ delivery }) => delivery?.kind === 'unreachable');
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
