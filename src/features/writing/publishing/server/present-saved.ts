import type { SavedRow } from '../../../../blog/server/blog-rows.ts';
import type { HoldRow } from '../../../../blog/server/held/moderation-holds.ts';
import { presentWhyHeld } from '../../../../blog/server/held/present-held.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { SavedBlog } from '../contract/publishing.ts';

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
