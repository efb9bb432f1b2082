import { hourMs, type MailFacts, type MailKind } from '../../../identity/mail/mail-kind.ts';
import type { LetterSite } from '../../../platform/mail/write-letter.ts';
import type { Storage } from '../../../storage/storage.ts';
import { confirmHours } from '../contract/subscriptions.ts';
import { confirmationLetter, subscribedLetter } from './newsletter-letters.ts';
import { findSubscriberByEmail, requestSubscription } from './subscriber-store.ts';

export const confirmationMail: MailFacts = {
  name: 'newsletter-confirmation',
  usefulMs: confirmHours * hourMs,
  isRepeatable: true,
};

export interface ConfirmationParts {
  readonly storage: Storage;
  readonly site: LetterSite;
  readonly now?: () => number;
}

/** What goes to whoever asks for the newsletter: a link that confirms it, or that they have it already. */
export function confirmation({ storage, site, now = Date.now }: ConfirmationParts): MailKind {
  return {
    ...confirmationMail,
    async compose({ address }) {
      if (address === null) return undefined;
      const known = await findSubscriberByEmail(storage.writer, address);
      if (known && known.stopped_at === null) return subscribedLetter(site, address, known.secret);
      const work = (write: Parameters<typeof requestSubscription>[0]) =>
        requestSubscription(write, address, now());
      return confirmationLetter(site, address, await storage.write(work, { lockKeys: [] }));
    },
  };
}
