import { z } from 'zod';
import { type MailFacts, type MailKind, usualUsefulMs } from '../../../identity/mail/mail-kind.ts';
import { paths } from '../../../paths.ts';
import type { EmailMessage } from '../../../platform/mail/post.ts';
import { type EmailSite, writeEmail } from '../../../platform/mail/write-email.ts';
import type { Storage } from '../../../storage/storage.ts';
import { findContactSettings } from './contact-settings.ts';
import type { ContactMessagesTable } from './tables.ts';

export interface ForwardingParts {
  readonly storage: Storage;
  readonly site: EmailSite;
}

export const messageMail: MailFacts = {
  name: 'contact-message',
  usefulMs: usualUsefulMs,
  // The message is in Manage as well.
  isRepeatable: false,
};

const named = z.object({ messageId: z.string() });

/** A forwarded message. Reply-To is its sender. */
function messageEmail(
  site: EmailSite,
  to: string,
  { name, email, message }: Pick<ContactMessagesTable, 'name' | 'email' | 'message'>,
): EmailMessage {
  const subject = `A message from ${name}`;
  const written = writeEmail(
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

/** Forwards messages to the address that the owner has set at sending time; skips deleted messages. */
export function forwardedMessage({ storage, site }: ForwardingParts): MailKind {
  return {
    ...messageMail,
    async compose({ payload }) {
      const message = await storage.writer
        .selectFrom('contact_messages')
        .select(['name', 'email', 'message'])
        .where('id', '=', named.parse(payload).messageId)
        .where('ends_at', 'is', null)
        .executeTakeFirst();
      const { forwardTo } = await findContactSettings(storage.writer);
      return message && forwardTo !== null ? messageEmail(site, forwardTo, message) : undefined;
    },
    async onEnd({ db }, { payload }, outcome) {
      await db
        .updateTable('contact_messages')
        .set({ forward_state: outcome === 'sent' ? 'sent' : 'failed' })
        .where('id', '=', named.parse(payload).messageId)
        .execute();
    },
  };
}
