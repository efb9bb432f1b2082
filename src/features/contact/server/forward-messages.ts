import { paths } from '../../../paths.ts';
import type { MailLetter, Post } from '../../../platform/mail/post.ts';
import { type LetterSite, writeLetter } from '../../../platform/mail/write-letter.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { findContactSettings } from './contact-settings.ts';
import type { ContactMessagesTable } from './tables.ts';

export interface ForwardingParts {
  readonly storage: Storage;
  readonly post: Post;
  readonly site: LetterSite;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const minuteMs = 60_000;
/** When a message is sent on once more; then it is given up on, and stands in Manage. */
const againMs = [minuteMs, 10 * minuteMs, 60 * minuteMs, 6 * 60 * minuteMs] as const;
/** A process that has had it so long died with it: nobody knows whether it went. */
const leaseMs = 5 * minuteMs;

/** A message as the owner gets it. A reply goes to its author. */
function messageLetter(
  site: LetterSite,
  to: string,
  { name, email, message }: Pick<ContactMessagesTable, 'name' | 'email' | 'message'>,
): MailLetter {
  const subject = `A message from ${name}`;
  const written = writeLetter(
    {
      title: subject,
      parts: [
        { kind: 'text', text: message },
        { kind: 'text', text: `${name}, ${email}` },
        { kind: 'link', label: 'All messages', href: `${site.url}${paths.manageMessages.to()}` },
      ],
      why: `It was written into the form of ${site.name}: whether the address is the writer’s own, nobody has checked. Your answer goes to it.`,
    },
    site,
  );
  return { to, subject, replyTo: { name, address: email }, ...written };
}

/** Takes the message that is due first; a mark stands before it is sent, so that it isn't sent twice. */
async function takeDue({ db }: Write, now: number) {
  // A letter that a process was sending when it died may have gone.
  await db
    .updateTable('contact_messages')
    .set({ forward_state: 'failed', forward_at: null })
    .where('forward_state', '=', 'sending')
    .where('forward_at', '<=', now)
    .execute();
  const due = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where('forward_state', '=', 'waiting')
    .where('forward_at', '<=', now)
    .orderBy('forward_at')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  await db
    .updateTable('contact_messages')
    .set({ forward_state: 'sending', forward_at: now + leaseMs })
    .where('id', '=', due.id)
    .execute();
  return due;
}

async function settle(
  { db }: Write,
  id: string,
  values: Pick<ContactMessagesTable, 'forward_state' | 'forward_at'>,
): Promise<void> {
  await db
    .updateTable('contact_messages')
    .set((eb) => ({ ...values, forward_tries: eb('forward_tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Sends on, one after the other, the messages that are to be; what can't be sent now is tried again later. */
export async function forwardMessages(parts: ForwardingParts, signal: AbortSignal): Promise<void> {
  const { storage, post, site, now = Date.now } = parts;
  const locks = { lockKeys: ['contact'] };
  while (!signal.aborted) {
    // Looked for before it is written: mostly there is nothing.
    const isDue = await storage.writer
      .selectFrom('contact_messages')
      .select('id')
      .where('forward_at', '<=', now())
      .executeTakeFirst();
    if (!isDue) return;
    const due = await storage.write((write) => takeDue(write, now()), locks);
    if (!due) continue;
    const { forwardTo } = await findContactSettings(storage.writer);
    const letter = forwardTo !== null && messageLetter(site, forwardTo, due);
    const delivery = letter && (await post.send(letter));
    const isSent = delivery && delivery.kind === 'sent';
    const again = againMs[due.forward_tries];
    const isWorthAgain =
      delivery &&
      (delivery.kind === 'unreachable' || (delivery.kind === 'refused' && !delivery.isForGood));
    const isWaiting = isWorthAgain && again !== undefined;
    await storage.write(
      (write) =>
        settle(write, due.id, {
          forward_state: isSent ? 'sent' : isWaiting ? 'waiting' : letter ? 'failed' : 'none',
          forward_at: isWaiting ? now() + again : null,
        }),
      locks,
    );
  }
}
