import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Draft, DraftSummary } from '../contract/drafts.ts';
import type { DraftRow, DraftSummaryRow } from './draft-store.ts';

export function presentReceipt(row: Pick<DraftRow, 'revision' | 'saved_at'>) {
  return { revision: row.revision, savedAt: isoOf(row.saved_at) };
}

export function presentDraft(row: DraftRow): Draft {
  return {
    ...presentReceipt(row),
    key: row.key,
    text: row.text,
    baseTag: row.base_tag,
    device: row.device,
  };
}

export function presentSummary(row: DraftSummaryRow): DraftSummary {
  return {
    ...presentReceipt(row),
    key: row.key,
    title: row.title,
    wordCount: row.word_count,
    undescribed: row.undescribed,
    isOfBlog: row.blog_id !== null,
    wasPublished: row.taken_back_id !== null,
    publishAt: row.publish_at === null ? null : isoOf(row.publish_at),
    publishFailure: row.publish_failure,
    hasPreview: row.preview_hash !== null,
  };
}
