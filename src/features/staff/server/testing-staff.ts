import { type SqlBool, sql } from 'kysely';
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

/** A site that answers what staff ask for, and nothing else. */
export function startStaffSite(storage: Storage): Promise<MemberSite> {
  return startMemberSite(storage, (parts) =>
    staffAnswers({ ...parts, ...noTexts, countCommentsBy: async () => new Map() }),
  );
}
