import type { Answer } from '../../../identity/answer.ts';
import { type MemberSite, type RouteParts, startMemberSite } from '../../../identity/testing.ts';
import { createTextLayout } from '../../../platform/threads/text-layout.ts';
import type { Storage } from '../../../storage/storage.ts';
import { commentAnswers } from '../../comments/server/comment-answers.ts';
import { withoutReview } from '../../writing/common/server/testing-writing.ts';
import { writingAnswers } from '../../writing/feature.ts';
import { manageAnswers } from './manage-answers.ts';
import { reportAnswers } from './report-answers.ts';

/** One layout for all sites of a test process, since its threads take a moment to start; they end with the process. */
const layout = createTextLayout();

export const countNone = async () => new Map<string, number>();

/** Starts a site with writing, comments, reports and moderation, and further answers for the test. */
export function startModeratedSite(
  storage: Storage,
  more: (parts: RouteParts) => readonly Answer[],
  limits = 0,
): Promise<MemberSite> {
  return startMemberSite(
    storage,
    (parts) => [
      ...writingAnswers({
        ...parts,
        ...withoutReview,
        layout,
        countWishes: countNone,
        countComments: countNone,
        countReads: async () => new Map(),
      }),
      ...commentAnswers({ ...parts, ...withoutReview }),
      ...reportAnswers(parts),
      ...manageAnswers({ ...parts, layout }),
      ...more(parts),
    ],
    { limits },
  );
}
