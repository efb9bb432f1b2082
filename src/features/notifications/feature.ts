import { defineFeature, type Job } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { type ChoiceParts, choiceAnswers } from './server/choice-answers.ts';
import { choicesAfterRestore, choicesSinceBackup, personalChoices } from './server/choice-store.ts';
import { type NotificationParts, notificationAnswers } from './server/notification-answers.ts';
import { type NotificationMailParts, notificationMailKind } from './server/notification-emails.ts';
import { notificationRetention } from './server/notification-store.ts';
import { dueTag } from './server/notifier.ts';
import { personalNotifications } from './server/personal-notifications.ts';
import { type QueueEmailsParts, queueEmails } from './server/queue-emails.ts';

export { endableNotificationEmails } from './server/choice-store.ts';
export {
  type NewsOfComment,
  type NewsOfDecision,
  type NewsOfLetIn,
  notifyOfComment,
  notifyOfDecision,
  notifyOfLetIn,
} from './server/notifier.ts';

interface Parts extends NotificationParts, ChoiceParts, NotificationMailParts {
  /** Undefined where the site sends no e-mails. */
  readonly queueMail: QueueEmailsParts['queueMail'] | undefined;
  readonly emailJob: (tag: string, work: (signal: AbortSignal) => Promise<void>) => Job;
}

export const notificationsFeature = defineFeature({
  name: 'notifications',
  contracts: [contract],
  retention: notificationRetention,
  afterRestore: choicesAfterRestore,
  sinceBackup: {
    undone: 'e-mails about notifications that people ended',
    reapply: choicesSinceBackup,
  },
  personalData: (storage) => [personalNotifications(storage), personalChoices(storage)],
  start({ queueMail, emailJob, ...parts }: Parts) {
    return {
      answers: [...notificationAnswers(parts), ...choiceAnswers(parts)],
      mails: [notificationMailKind(parts)],
      jobs: queueMail
        ? [emailJob(dueTag, (signal) => queueEmails({ ...parts, queueMail }, signal))]
        : [],
    };
  },
});
