import { type Answer, answer } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import { findHold } from '../../../identity/mail/mail-hold.ts';
import { findOutbox, releaseHeld, tryAgain } from '../../../identity/mail/outbox-state.ts';
import { outboxTag } from '../../../identity/mail/outbox-store.ts';
import { type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import type { Person } from '../../../identity/person.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import { everything, type Write } from '../../../storage/storage.ts';
import { mailNotThere, outboxState, releaseMail, tryMailAgain } from '../contract.ts';

export interface OutboxParts extends StaffParts {
  /** Whether this site sends e-mails. */
  readonly canSend: boolean;
  readonly now?: () => number;
}

const mailsShown = 100;

/** The owner's view of the outbox: list, retry, and release after a restore. */
export function outboxAnswers(parts: OutboxParts): readonly Answer[] {
  const { storage, canSend, now = Date.now } = parts;
  const writeAsOwner = (person: Person, work: (write: Write) => Promise<void>) =>
    writeAsStaff(parts, { person, access: 'owner' }, work, ['outbox']);

  return [
    answer(outboxState, async () => {
      const { rows, waiting, failed } = await findOutbox(storage.writer, mailsShown);
      const hold = await findHold(storage.writer);
      return {
        canSend,
        heldSince: hold === undefined ? null : isoOf(hold),
        waiting,
        failed,
        mails: rows.map(
          ({ id, kind, address, email, state, tries, reason, created_at, due_at }) => ({
            id,
            kind,
            to: address ?? email,
            state,
            tries,
            reason,
            createdAt: isoOf(created_at),
            againAt: state === 'waiting' ? isoOf(due_at) : null,
          }),
        ),
      };
    }),

    answer(tryMailAgain, async ({ body: { id } }, { person }) => {
      await writeAsOwner(person, async (write) => {
        const count = await tryAgain(write, id, now());
        if (id !== null && count === 0) throw mailNotThere();
        const label = count === 1 ? 'an email' : `${count} emails`;
        const subject = { kind: 'mail', id: id ?? '', label };
        await recordAudit(write, { by: person, action: 'mail-tried-again', subject, at: now() });
        write.touch(outboxTag);
      });
    }),

    answer(releaseMail, async (_input, { person }) => {
      await writeAsOwner(person, async (write) => {
        if (!(await releaseHeld(write, now()))) return;
        const subject = { kind: 'mail', id: '', label: 'emails to readers' };
        await recordAudit(write, { by: person, action: 'mail-released', subject, at: now() });
        // Wakes every job that sends to readers.
        write.touch(everything);
      });
    }),
  ];
}
