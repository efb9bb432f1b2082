import { type Answer, answer } from '../../../identity/answer.ts';
import { addressNotProven } from '../../../identity/mail/mail-problems.ts';
import { provenEmailOf } from '../../../identity/proven-email.ts';
import { writeAs } from '../../../identity/write-as.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type Choice, chooseNotifications, notificationChoices } from '../contract.ts';
import { type Kind, kinds, mailedKinds } from '../kinds.ts';
import { beginEmails, type ChoiceRow, chooseHere, endEmails, findChoices } from './choice-store.ts';

export interface ChoiceParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  /** Whether this site sends e-mails. */
  readonly canSend: boolean;
  readonly now?: () => number;
}

const chooseRule: RateRule = { name: 'choose-notifications', limit: 60, perMs: 30_000 };

function presentChoice(kind: Kind, { isHere, secret }: ChoiceRow): Choice {
  return { kind, here: isHere, email: kind === 'comment' ? null : secret !== undefined };
}

/** The member's choice of notifications, on the site and by e-mail. */
export function choiceAnswers(parts: ChoiceParts): readonly Answer[] {
  const { storage, limiter, canSend, now = Date.now } = parts;
  return [
    answer(notificationChoices, async (_input, { person }) => {
      const choices = await findChoices(storage.reader, person.id);
      return { canSend, choices: kinds.map((kind) => presentChoice(kind, choices[kind])) };
    }),

    answer(chooseNotifications, async ({ body: { kind: chosen, here, email } }, { person }) => {
      const personId = person.id;
      const row = await writeAs(storage, personId, async (write) => {
        await limiter.takeWithin(write, chooseRule, personId);
        if (here !== undefined) await chooseHere(write, { personId, kind: chosen }, here);
        const kind = mailedKinds.find((one) => one === chosen);
        if (kind && email === false) await endEmails(write, { personId, kind });
        if (kind && email === true) {
          if ((await provenEmailOf(write.db, personId)) === undefined) throw addressNotProven();
          await beginEmails(write, { personId, kind }, now());
        }
        return (await findChoices(write.db, personId))[chosen];
      });
      return presentChoice(chosen, row);
    }),
  ];
}
