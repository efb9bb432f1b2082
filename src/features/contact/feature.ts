import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract/contact.ts';
import * as manage from './contract/manage.ts';
import { type ContactParts, contactAnswers } from './server/contact-answers.ts';
import { findContactSwitch, takeMessages } from './server/contact-settings.ts';
import { type ForwardingParts, forwardedMessage } from './server/forward-messages.ts';
import { messageRetention } from './server/message-store.ts';
import { personalMessages } from './server/personal-messages.ts';
import { messagesSinceBackup } from './server/since-backup.ts';

export { countUnreadMessages } from './server/message-store.ts';

interface Parts extends ContactParts, ForwardingParts {}

export const contactFeature = defineFeature({
  name: 'contact',
  contracts: [contract, manage],
  retention: messageRetention,
  onClaim: takeMessages,
  sinceBackup: {
    undone: 'messages that were deleted, and settings of the contact form',
    reapply: messagesSinceBackup,
  },
  personalData: (storage) => [personalMessages(storage)],
  start(parts: Parts) {
    return {
      answers: contactAnswers(parts),
      mails: [forwardedMessage(parts)],
      async switches() {
        const isOn = await findContactSwitch(parts.storage.writer);
        return isOn === undefined ? {} : { contact: isOn };
      },
    };
  },
});
