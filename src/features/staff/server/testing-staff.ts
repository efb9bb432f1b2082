import { type SqlBool, sql } from 'kysely';
import { createQueueMail } from '../../../identity/mail/outbox-store.ts';
import { type MemberSite, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { PeopleParts } from './people-answers.ts';
import { staffAnswers } from './staff-answers.ts';

const nobody = {
  newest: () => sql<string>`select id from people where 1 = 0`,
  has: sql<SqlBool>`1 = 0`,
};

type Texts = Pick<PeopleParts, 'findTextsInQuestion' | 'peopleInQuestion'>;
const noTexts: Texts = {
  findTextsInQuestion: async () => new Map(),
  peopleInQuestion: { reported: nobody, waiting: nobody },
};

/** Queues e-mails in the outbox. */
export const queueMail = createQueueMail(Date.now);

/** Accepts every request without a password or second factor. */
export const noProof = { confirm: async () => undefined, lacksFactor: async () => false };

/** For sites without reports and messages. */
export const noTasks = {
  countReported: async () => 0,
  countUnreadMessages: async () => 0,
};

/** Starts a site with only the staff feature. */
export function startStaffSite(storage: Storage): Promise<MemberSite> {
  return startMemberSite(storage, (parts) =>
    staffAnswers({
      ...parts,
      ...noTexts,
      ...noProof,
      ...noTasks,
      queueMail,
      undoableAmong: async () => new Set(),
      countCommentsBy: async () => new Map(),
    }),
  );
}
