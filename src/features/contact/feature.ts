import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract/contact.ts';
import * as manage from './contract/manage.ts';
import { type ContactParts, contactAnswers } from './server/contact-answers.ts';
import { findContactSettings } from './server/contact-settings.ts';
import { type ForwardingParts, forwardedMessage } from './server/forward-messages.ts';
import { messageRetention } from './server/message-store.ts';
import { personalMessages } from './server/personal-messages.ts';

interface Parts extends ContactParts, ForwardingParts {}

export const contactFeature = defineFeature({
  name: 'contact',
  contracts: [contract, manage],
  retention: messageRetention,
  personalData: (storage) => [personalMessages(storage)],
  start(parts: Parts) {
    return {
      answers: contactAnswers(parts),
      mails: [forwardedMessage(parts)],
      async switches() {
        if (!parts.canSend) return {};
        const { isOn } = await findContactSettings(parts.storage.writer);
        return { contact: isOn };
      },
    };
  },
});
