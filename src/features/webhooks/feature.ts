import { webhooksTag } from '../../blog/server/events/queue-events.ts';
import { defineFeature } from '../../identity/define-feature.ts';
import { startBackground } from '../../storage/background/background.ts';
import * as contract from './contract.ts';
import { type DeliverParts, deliverDue } from './server/deliver.ts';
import { type WebhookParts, webhookAnswers } from './server/webhook-answers.ts';
import { webhookRetention } from './server/webhook-store.ts';

interface Parts extends WebhookParts, Omit<DeliverParts, 'onError'> {
  readonly logErrors: (what: string) => (error: unknown) => void;
}

/** Interval of the check for due deliveries, in milliseconds. */
const everyMs = 15_000;

export const webhooksFeature = defineFeature({
  name: 'webhooks',
  contracts: [contract],
  retention: webhookRetention,
  notInBackups: {
    webhooks: 'an address that was deleted since hears nothing again: owners add them anew',
    webhook_deliveries: 'they go with their webhooks',
  },
  start({ logErrors, ...parts }: Parts) {
    const onError = logErrors('webhook not sent');
    const { storage } = parts;
    const work = (signal: AbortSignal) => deliverDue({ ...parts, onError }, signal);
    return {
      answers: webhookAnswers(parts),
      jobs: [() => startBackground({ storage, tag: webhooksTag, everyMs, work, onError })],
    };
  },
});
