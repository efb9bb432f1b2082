import { defineFeature, type Job } from '../../identity/define-feature.ts';
import * as contract from './contract/contact.ts';
import * as manage from './contract/manage.ts';
import { type ContactParts, contactAnswers } from './server/contact-answers.ts';
import { findContactSettings, messagesTag } from './server/contact-settings.ts';
import { type ForwardingParts, forwardMessages } from './server/forward-messages.ts';
import { messageRetention } from './server/message-store.ts';
import { personalMessages } from './server/personal-messages.ts';

interface Parts extends ContactParts, Omit<ForwardingParts, 'post' | 'now'> {
  /** Undefined where the site sends no letters. */
  readonly post: ForwardingParts['post'] | undefined;
  readonly letterJob: (tag: string, work: (signal: AbortSignal) => Promise<void>) => Job;
}

export const contactFeature = defineFeature({
  name: 'contact',
  contracts: [contract, manage],
  retention: messageRetention,
  personalData: (storage) => [personalMessages(storage)],
  start({ post, letterJob, ...parts }: Parts) {
    return {
      answers: contactAnswers(parts),
      jobs: post
        ? [letterJob(messagesTag, (signal) => forwardMessages({ ...parts, post }, signal))]
        : [],
      async switches() {
        if (!parts.canSend) return {};
        const { isOn } = await findContactSettings(parts.storage.writer);
        return { contact: isOn };
      },
    };
  },
});
