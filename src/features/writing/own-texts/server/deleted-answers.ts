import type { Category } from '../../../../blog/contract.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { decodePlace } from '../../common/server/list-place.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import { myDeletedBlogs } from '../contract.ts';
import { findDeletedBlogs } from './deleted-blogs.ts';

/** What somebody deleted, for as long as it can be had back. */
export function deletedAnswers({ storage, now = Date.now }: WritingParts): readonly Answer[] {
  return [
    answer(myDeletedBlogs, async ({ query: { cursor } }, { person, reply }) => {
      const place = decodePlace(cursor);
      const { rows, next } = await findDeletedBlogs(storage.reader, person.id, now(), place);
      if (next !== undefined) {
        const address = addressOf(myDeletedBlogs.path, {}, { cursor: next });
        reply.header('link', `<${address}>; rel="next"`);
      }
      return rows.map((row) => ({
        _id: row.id,
        title: row.title,
        category: row.category as Category,
        wordCount: row.word_count,
        endsAt: isoOf(row.ends_at),
        isDraft: row.former_state === 'draft',
      }));
    }),
  ];
}
