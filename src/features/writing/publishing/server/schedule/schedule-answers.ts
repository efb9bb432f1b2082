import { blogTextSchema } from '../../../../../blog/blog-text.ts';
import { type Answer, answer } from '../../../../../identity/answer.ts';
import { writeAs } from '../../../../../identity/write-as.ts';
import { invalidInput } from '../../../../../platform/contract/problems.ts';
import type { RateRule } from '../../../../../platform/http/answers/rate-limit.ts';
import { isoOf } from '../../../../../platform/text/iso-of.ts';
import type { WritingParts } from '../../../common/server/writing-parts.ts';
import { draftNotFound, draftSavedElsewhere } from '../../../drafts/contract/drafts.ts';
import { findDraft, findDraftSummary } from '../../../drafts/server/draft-store.ts';
import { onlyNewBlogsWait, scheduleDraft, unscheduleDraft } from '../../contract/schedule.ts';
import { refusalOfTime } from '../../contract/schedule-time.ts';
import { layOutToPublish } from '../lay-out-to-publish.ts';
import { setPublishAt } from './schedule-store.ts';

/** Each request lays the text out. */
const scheduleRule: RateRule = { name: 'schedule', limit: 30, perMs: 30_000 };

/** Endpoints that schedule a draft's publication. */
export function scheduleAnswers(parts: WritingParts): readonly Answer[] {
  const { storage, limiter, now = Date.now } = parts;
  return [
    answer(scheduleDraft, async ({ params: { key }, body }, { person }) => {
      await limiter.take(scheduleRule, person.id);
      const address = { personId: person.id, key };
      const publishAt = Date.parse(body.publishAt);
      const message = refusalOfTime(publishAt, now());
      if (message) throw invalidInput({ message, issues: [{ path: 'publishAt', message }] });
      const [summary] = await findDraftSummary(storage.writer, address);
      const draft = summary && (await findDraft(storage.writer, address));
      if (!draft) throw draftNotFound();
      if (summary.blog_id !== null) throw onlyNewBlogsWait();
      // Reports foreseeable failures now instead of at the scheduled time.
      const text = blogTextSchema.safeParse(draft.text);
      if (!text.success) {
        const issues = text.error.issues.map((issue) => ({
          path: issue.path.join('.'),
          message: issue.message,
        }));
        throw invalidInput({ issues });
      }
      await layOutToPublish(parts, text.data, person.id);
      await writeAs(storage, person.id, async (write) => {
        const isSet = await setPublishAt(write, address, publishAt, body.revision);
        if (!isSet) throw draftSavedElsewhere();
      });
      return { publishAt: isoOf(publishAt) };
    }),

    answer(unscheduleDraft, async ({ params: { key } }, { person }) => {
      await writeAs(storage, person.id, async (write) => {
        const isThere = await setPublishAt(write, { personId: person.id, key }, null);
        if (!isThere) throw draftNotFound();
      });
    }),
  ];
}
