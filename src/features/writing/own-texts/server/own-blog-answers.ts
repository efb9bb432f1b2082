import type { Category } from '../../../../blog/contract.ts';
import { lacksCoverText } from '../../../../blog/cover-text.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { decodePlace } from '../../common/server/list-place.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import { countedMax, myBlogs, type OwnBlog } from '../contract.ts';
import { findOwnBlogs, type OwnBlogRow } from './own-blogs.ts';

function presentOwnBlog(
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

/** What somebody published. */
export function ownBlogAnswers({
  storage,
  countWishes,
  countComments,
}: WritingParts): readonly Answer[] {
  return [
    answer(myBlogs, async ({ query: { cursor } }, { person, reply }) => {
      const { reader } = storage;
      const { rows, next } = await findOwnBlogs(reader, person.id, decodePlace(cursor));
      const ids = rows.map(({ id }) => id);
      const [wishes, comments] = await Promise.all([
        countWishes(reader, ids, countedMax),
        countComments(reader, ids, countedMax),
      ]);
      if (next !== undefined) {
        reply.header('link', `<${addressOf(myBlogs.path, {}, { cursor: next })}>; rel="next"`);
      }
      return rows.map((row) =>
        presentOwnBlog(row, {
          wishes: wishes.get(row.id) ?? 0,
          comments: comments.get(row.id) ?? 0,
        }),
      );
    }),
  ];
}
