import { type Answer, answer } from '../../../identity/answer.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { isSecretToken } from '../../../identity/session/secret-token.ts';
import { paths } from '../../../paths.ts';
import { tooManyRequests, unavailable } from '../../../platform/contract/problems.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../platform/http/ingress/network-of.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import {
  confirmationNotValid,
  confirmSubscription,
  newsletterOff,
  openUnsubscribe,
  subscribe,
  unsubscribe,
} from '../contract/subscriptions.ts';
import { confirmationMail, waitingConfirmation } from './confirmation-mail.ts';
import { findNewsletterSettings } from './newsletter-settings.ts';
import { noteAsked } from './subscribers/consent-store.ts';
import {
  confirmSubscription as confirm,
  endSubscription,
  isSubscriberSecret,
} from './subscribers/subscriber-store.ts';

/** E-mails with an unsubscribe link in each of them, such as the newsletter. */
export interface Endable {
  /** Whether the secret belongs to one of their recipients. */
  readonly has: (db: Reader, secret: string) => Promise<boolean>;
  readonly end: (write: Write, secret: string, now: number) => Promise<unknown>;
}

export interface SubscriptionParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  /** Whether this site sends e-mails. */
  readonly canSend: boolean;
  /** Queues an e-mail; where the site can't send e-mails yet, it stays queued. */
  readonly queueForLater: QueueMail;
  /** Other e-mails with the same kind of unsubscribe link. */
  readonly endable: readonly Endable[];
  readonly now?: () => number;
}

const hourMs = 60 * 60_000;

const networkRule: RateRule = { name: 'subscriptions', limit: 5, perMs: hourMs };
/** Confirmation e-mails to one address, from all networks together. */
const addressRule: RateRule = { name: 'subscription-letters', limit: 3, perMs: 24 * hourMs };
/** For all networks together: bounds stored requests, and e-mails caused by a botnet of a thousand machines. */
const siteRule: RateRule = { name: 'all-subscriptions', limit: 1_000, perMs: hourMs };
const confirmRule: RateRule = { name: 'subscription-confirmations', limit: 30, perMs: hourMs };

/** Subscribing, confirming and unsubscribing. */
export function subscriptionAnswers(parts: SubscriptionParts): readonly Answer[] {
  const { storage, limiter, canSend, queueForLater, now = Date.now } = parts;
  const newsletter: Endable = {
    has: isSubscriberSecret,
    end: (write, secret, time) => endSubscription(write, { secret }, 'reader', time),
  };
  const endable = [newsletter, ...parts.endable];

  async function postTo(email: string): Promise<void> {
    try {
      await limiter.take(addressRule, email);
    } catch (error) {
      // The address's rate limit is reached. The reply doesn't reveal it, as the caller may not own the address.
      if (tooManyRequests.is(error)) return;
      throw error;
    }
    const work = async (write: Write) => {
      const mail = canSend ? confirmationMail : waitingConfirmation;
      await noteAsked(write, email, now());
      if (!(await queueForLater(write, mail, { address: email }))) {
        throw unavailable({ retryAfter: 60 });
      }
    };
    await storage.write(work, { lockKeys: ['subscribers'] });
  }

  return [
    answer(subscribe, async ({ body: { email } }, { request }) => {
      const { isOn } = await findNewsletterSettings(storage.reader);
      if (!isOn) throw newsletterOff();
      await limiter.takeAll([
        [networkRule, networkOf(request.ip)],
        [siteRule, 'all'],
      ]);
      await postTo(email);
      return { isSent: canSend };
    }),

    answer(confirmSubscription, async ({ body: { token } }, { request }) => {
      await limiter.take(confirmRule, networkOf(request.ip));
      const isConfirmed = await storage.write((write) => confirm(write, token, now()), {
        lockKeys: ['subscribers'],
      });
      if (!isConfirmed) throw confirmationNotValid();
    }),

    answer(unsubscribe, async ({ params: { token } }) => {
      if (!isSecretToken(token)) return undefined;
      for (const { has, end } of endable) {
        // Read first, so that a guessed secret costs no write.
        if (await has(storage.writer, token))
          await storage.write((write) => end(write, token, now()));
      }
    }),

    answer(openUnsubscribe, async ({ params: { token } }, { reply }) => {
      reply.header('location', paths.unsubscribe.to(token));
    }),
  ];
}
