import { type Answer, answer } from '../../../../identity/answer.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { draftKeySchema } from '../../common/contract.ts';
import { decodePlace, extentOfList } from '../../common/server/list-place.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import {
  type Draft,
  type DraftSummary,
  discardDraft,
  draftNotFound,
  draftSavedElsewhere,
  lastDraft,
  myDrafts,
  oneDraft,
  saveDraft,
} from '../contract/drafts.ts';
import { discard } from './back-to-draft.ts';
import {
  countDrafts,
  type DraftRow,
  type DraftSummaryRow,
  findDraft,
  findDraftSummary,
  findDrafts,
  findLastDraft,
  keepDraft,
  placeOfDraft,
} from './draft-store.ts';

function presentReceipt(row: Pick<DraftRow, 'revision' | 'saved_at'>) {
  return { revision: row.revision, savedAt: isoOf(row.saved_at) };
}

function presentDraft(row: DraftRow): Draft {
  return {
    ...presentReceipt(row),
    key: row.key,
    text: row.text,
    baseTag: row.base_tag,
    device: row.device,
  };
}

function presentSummary(row: DraftSummaryRow): DraftSummary {
  return {
    ...presentReceipt(row),
    key: row.key,
    title: row.title,
    formerTitle: row.former_title,
    wordCount: row.word_count,
    undescribed: row.undescribed,
    isOfBlog: row.blog_id !== null,
    wasPublished: row.state === 'draft' && row.was_published,
    publishAt: row.publish_at === null ? null : isoOf(row.publish_at),
    publishFailure: row.publish_failure,
    hasPreview: row.preview_hash !== null,
  };
}

/** One save per second from two tabs. */
const draftRule: RateRule = { name: 'draft', limit: 60, perMs: 30_000 };

export function draftAnswers({
  storage,
  limiter,
  quotas,
  now = Date.now,
}: WritingParts): readonly Answer[] {
  return [
    answer(myDrafts, async ({ query: { list, key, cursor } }, { person, reply }) => {
      const { reader } = storage;
      if (key !== undefined) {
        // An invalid key matches no draft.
        if (!draftKeySchema.safeParse(key).success) return [];
        return (await findDraftSummary(reader, { personId: person.id, key })).map(presentSummary);
      }
      const { rows, next } = await findDrafts(reader, person.id, list, decodePlace(cursor));
      if (next !== undefined) {
        reply.header(
          'link',
          `<${addressOf(myDrafts.path, {}, { list, cursor: next })}>; rel="next"`,
        );
      }
      const extent = await extentOfList(
        rows.map((row) => placeOfDraft(row, list)),
        { next, previous: cursor },
        (before) => countDrafts(reader, person.id, list, before),
      );
      for (const [name, value] of Object.entries(extent)) reply.header(name, value);
      return rows.map(presentSummary);
    }),

    answer(lastDraft, async (_input, { person }) => {
      const row = await findLastDraft(storage.reader, person.id);
      return { draft: row ? presentDraft(row) : null };
    }),

    answer(oneDraft, async ({ params: { key } }, { person }) => {
      const row = await findDraft(storage.reader, { personId: person.id, key });
      if (!row) throw draftNotFound();
      return presentDraft(row);
    }),

    answer(saveDraft, async ({ params: { key }, body }, { person }) => {
      await limiter.assertRoom(draftRule, person.id);
      const address = { personId: person.id, key };
      const kept = await writeAs(storage, person.id, async (write) => {
        await limiter.takeWithin(write, draftRule, person.id);
        return keepDraft(write, address, body, { quotas, now: now() });
      });
      return presentReceipt(kept);
    }),

    answer(discardDraft, async ({ params: { key }, query }, { person }) => {
      const address = { personId: person.id, key };
      await writeAs(storage, person.id, async (write) => {
        const isDropped = await discard(write, address, query.revision, now());
        if (!isDropped && (await findDraft(write.db, address))) throw draftSavedElsewhere();
      });
    }),
  ];
}
