import type { z } from 'zod';
import type { Category } from '../../../blog/contract.ts';
import { lacksCoverText } from '../../../blog/cover-text.ts';
import { fieldNames, fieldsOf } from '../../../blog/fields.ts';
import type { SavedRow } from '../../../blog/server/blog-rows.ts';
import type { HoldRow } from '../../../blog/server/held/moderation-holds.ts';
import { presentWhyHeld } from '../../../blog/server/held/present-held.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { blogRevision, OwnBlog, revisionSummarySchema, SavedBlog } from '../contract.ts';
import type { Draft, DraftSummary } from '../draft-contract.ts';
import type { DraftRow, DraftSummaryRow } from './drafts/draft-store.ts';
import type { OwnBlogRow } from './own-blogs/own-blogs.ts';
import type { RevisionRow, WholeRevisionRow } from './revisions/revision-store.ts';

export function presentSaved(row: SavedRow, held?: HoldRow): SavedBlog {
  return {
    ...(held && { held: presentWhyHeld(held) }),
    _id: row.id,
    version: row.version,
    wordCount: row.word_count,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
  };
}

export function presentRevision(row: RevisionRow): z.output<typeof revisionSummarySchema> {
  return {
    version: row.version,
    title: row.title,
    wordCount: row.word_count,
    savedAt: isoOf(row.saved_at),
  };
}

export function presentWholeRevision(row: WholeRevisionRow): z.output<typeof blogRevision.reply> {
  return {
    ...presentRevision(row),
    ...fieldsOf(row, fieldNames),
  };
}

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

export function presentOwnBlog(
  row: OwnBlogRow,
  { wishes, comments }: { readonly wishes: number; readonly comments: number },
): OwnBlog {
  return {
    _id: row.id,
    title: row.title,
    category: row.category as Category,
    wordCount: row.word_count,
    createdAt: isoOf(row.created_at),
    lacksCoverText: lacksCoverText({ imageUrl: row.image_url, imageAlt: row.image_alt }),
    undescribed: row.undescribed ?? 0,
    wishes,
    comments,
  };
}
