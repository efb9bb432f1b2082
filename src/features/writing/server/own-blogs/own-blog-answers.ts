import type { Counts } from '../../../../blog/server/count-about.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import type { Reader } from '../../../../storage/storage.ts';
import { countedMax, myBlogs } from '../../contract.ts';
import { presentOwnBlog } from '../present-writing.ts';
import { decodePlace } from '../publishing/list-place.ts';
import type { WritingParts } from '../writing-answers.ts';
import { findOwnBlogs } from './own-blogs.ts';

/** How often blogs were wished for or commented on, up to a number. */
export type CountBlogs = (db: Reader, blogIds: readonly string[], most: number) => Promise<Counts>;

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
