import { type MemberSite, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { staffAnswers } from './staff-answers.ts';

/** A site that answers what staff ask for, and nothing else. */
export function startStaffSite(storage: Storage): Promise<MemberSite> {
  return startMemberSite(storage, (parts) =>
    staffAnswers({ ...parts, countCommentsBy: async () => new Map() }),
  );
}
