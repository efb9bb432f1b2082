import { defineFeature, type Job } from '../../identity/define-feature.ts';
import * as manage from './contract/manage.ts';
import * as contract from './contract/subscriptions.ts';
import { confirmation } from './server/confirmation-mail.ts';
import { beginDueDigest } from './server/digest.ts';
import { holdEmails } from './server/hold-emails.ts';
import { type NewsletterManageParts, newsletterManageAnswers } from './server/manage-answers.ts';
import {
  findNewsletterSwitch,
  newsletterTag,
  offerNewsletter,
} from './server/newsletter-settings.ts';
import { sendIssues } from './server/send-issues.ts';
import { subscribersSinceBackup } from './server/since-backup.ts';
import { personalSubscription } from './server/subscribers/personal-subscription.ts';
import { newsletterRetention } from './server/subscribers/subscriber-store.ts';
import { type SubscriptionParts, subscriptionAnswers } from './server/subscription-answers.ts';

export { unsubscribePath } from './server/newsletter-emails.ts';
export {
  importSubscriber,
  lookAtSubscriber,
  subscribersLock,
} from './server/subscribers/import-subscriber.ts';

interface Parts extends SubscriptionParts, NewsletterManageParts {
  readonly emailJob: (tag: string, work: (signal: AbortSignal) => Promise<void>) => Job;
  readonly logErrors: (what: string) => (error: unknown) => void;
  readonly config: { readonly emailsPerMinute: number };
}

export const newsletterFeature = defineFeature({
  name: 'newsletter',
  contracts: [contract, manage],
  retention: newsletterRetention,
  onClaim: offerNewsletter,
  notInBackups: { subscription_requests: 'a link that was used since stays used' },
  afterRestore: holdEmails,
  sinceBackup: {
    undone: 'readers who unsubscribed, and consents that were deleted',
    reapply: subscribersSinceBackup,
  },
  personalData: (storage) => [personalSubscription(storage)],
  start(parts: Parts) {
    const { storage, post, site, emailJob, logErrors, config } = parts;
    async function send(carrier: NonNullable<typeof post>, signal: AbortSignal) {
      await beginDueDigest({ storage, site });
      const perMinute = config.emailsPerMinute;
      const onError = logErrors('e-mail not sent');
      await sendIssues({ storage, post: carrier, site, perMinute, onError }, signal);
    }
    return {
      answers: [...subscriptionAnswers(parts), ...newsletterManageAnswers(parts)],
      mails: [confirmation(parts)],
      jobs: post ? [emailJob(newsletterTag, (signal) => send(post, signal))] : [],
      async switches() {
        const isOn = await findNewsletterSwitch(storage.writer);
        return isOn === undefined ? {} : { newsletter: isOn };
      },
    };
  },
});
