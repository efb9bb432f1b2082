import { type Answer, answer } from '../../../identity/answer.ts';
import { writeOnceAs } from '../../../identity/write-as.ts';
import { idempotencyKeyOf } from '../../../platform/http/answers/idempotency-key.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { assertRoomOnce } from '../../../storage/make-once.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { reportText } from '../contract/reports.ts';
import { insertReport } from './report-store.ts';

export interface ReportParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly now?: () => number;
}

const reportRule: RateRule = { name: 'report', limit: 9, perMs: 30_000 };
/** Limits a single person, whose reports would crowd out those of others. */
const dayRule: RateRule = { name: 'report-day', limit: 50, perMs: 24 * 60 * 60_000 };

/** Lets members report texts to staff. */
export function reportAnswers(parts: ReportParts): readonly Answer[] {
  const { storage, limiter, now = Date.now } = parts;
  return [
    answer(reportText, async ({ body }, { person, request }) => {
      const personId = person.id;
      const key = idempotencyKeyOf(request);
      const once = { personId, purpose: 'reportText', key, content: body, now: now() };
      await assertRoomOnce(parts, reportRule, once);
      const report = { ...body, personId, now: now() };
      const work = async (write: Write) => {
        await limiter.takeWithin(write, reportRule, personId);
        await limiter.takeWithin(write, dayRule, personId);
        await insertReport(write, report);
      };
      await writeOnceAs(storage, once, work, [`report:${body.kind}:${body.id}`]);
    }),
  ];
}
