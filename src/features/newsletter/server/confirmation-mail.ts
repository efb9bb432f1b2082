import { hourMs, type MailFacts, type MailKind } from '../../../identity/mail/mail-kind.ts';
import type { EmailSite } from '../../../platform/mail/write-email.ts';
import type { Storage } from '../../../storage/storage.ts';
import { confirmHours, pendingDays } from '../contract/subscriptions.ts';
import { confirmationEmail, confirmationWords, subscribedEmail } from './newsletter-emails.ts';
import { findNewsletterSettings } from './newsletter-settings.ts';
import { findAskedAt } from './subscribers/consent-store.ts';
import { findSubscriberByEmail, requestSubscription } from './subscribers/subscriber-store.ts';

export const confirmationMail: MailFacts = {
  name: 'newsletter-confirmation',
  usefulMs: confirmHours * hourMs,
  isRepeatable: true,
};

/** Variant for a site that can't send e-mails yet: it expires early enough to leave time to confirm. */
export const waitingConfirmation: MailFacts = {
  ...confirmationMail,
  usefulMs: pendingDays * 24 * hourMs - confirmationMail.usefulMs,
};

export interface ConfirmationParts {
  readonly storage: Storage;
  readonly site: EmailSite;
  readonly now?: () => number;
}

/** The reply to a subscription request: a link to confirm it, or a note that the address is already subscribed. */
export function confirmation({ storage, site, now = Date.now }: ConfirmationParts): MailKind {
  return {
    ...confirmationMail,
    async compose({ address }) {
      const { isOn } = await findNewsletterSettings(storage.writer);
      if (address === null || !isOn) return undefined;
      const known = await findSubscriberByEmail(storage.writer, address);
      if (known && known.stopped_at === null) return subscribedEmail(site, address, known.secret);
      const words = confirmationWords(site, await findAskedAt(storage.writer, address));
      const token = await storage.write(
        (write) => requestSubscription(write, address, words, now()),
        { lockKeys: [] },
      );
      return confirmationEmail(site, address, { token, words });
    },
  };
}
