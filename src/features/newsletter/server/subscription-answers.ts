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
import { confirmationMail } from './confirmation-mail.ts';
import { findNewsletterSettings } from './newsletter-settings.ts';
import {
  confirmSubscription as confirm,
  endSubscription,
  isSubscriberSecret,
} from './subscriber-store.ts';

/** Letters that the link in each of them ends; the newsletter's own is one of these. */
export interface Endable {
  /** Whether the secret is one of theirs. */
  readonly has: (db: Reader, secret: string) => Promise<boolean>;
  readonly end: (write: Write, secret: string) => Promise<void>;
}

export interface SubscriptionParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  /** Undefined where the site sends no letters. */
  readonly queueMail: QueueMail | undefined;
  /** Other letters that end by the same kind of link. */
  readonly endable: readonly Endable[];
  readonly now?: () => number;
}

const hourMs = 60 * 60_000;

const networkRule: RateRule = { name: 'subscriptions', limit: 5, perMs: hourMs };
/** Confirmation letters to one address, whoever asks for them. */
const addressRule: RateRule = { name: 'subscription-letters', limit: 3, perMs: 24 * hourMs };
/** Of all networks together: it bounds the requests that are kept, and what a thousand machines can have sent. */
const siteRule: RateRule = { name: 'all-subscriptions', limit: 1_000, perMs: hourMs };
const confirmRule: RateRule = { name: 'subscription-confirmations', limit: 30, perMs: hourMs };

/** How people come to get the newsletter, and to get it no more. */
export function subscriptionAnswers(parts: SubscriptionParts): readonly Answer[] {
  const { storage, limiter, queueMail, now = Date.now } = parts;
  const newsletter: Endable = { has: isSubscriberSecret, end: endSubscription };
  const endable = [newsletter, ...parts.endable];

  async function postTo(email: string, queue: QueueMail): Promise<void> {
    try {
      await limiter.take(addressRule, email);
    } catch (error) {
      // The limit of these letters is reached. The reply doesn't say so, as the caller may not own the address.
      if (tooManyRequests.is(error)) return;
      throw error;
    }
    const work = async (write: Write) => {
      if (!(await queue(write, confirmationMail, { address: email }))) {
        throw unavailable({ retryAfter: 60 });
      }
    };
    await storage.write(work, { lockKeys: [] });
  }

  return [
    answer(subscribe, async ({ body: { email } }, { request }) => {
      const { isOn } = await findNewsletterSettings(storage.reader);
      if (!isOn || !queueMail) throw newsletterOff();
      await limiter.takeAll([
        [networkRule, networkOf(request.ip)],
        [siteRule, 'all'],
      ]);
      await postTo(email, queueMail);
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
        // Looked up first: a guess costs no write.
        if (await has(storage.writer, token)) await storage.write((write) => end(write, token));
      }
    }),

    answer(openUnsubscribe, async ({ params: { token } }, { reply }) => {
      reply.header('location', paths.unsubscribe.to(token));
    }),
  ];
}
