import assert from 'node:assert/strict';
import { oneBlog } from '../../../src/blog/contract.ts';
import { entityTagOf } from '../../../src/blog/entity-tag.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { addComment, commentsOfBlog } from '../../../src/features/comments/contract.ts';
import { addWish, myWishes, removeWish } from '../../../src/features/wishlist/contract.ts';
import { blogRevisions } from '../../../src/features/writing/history/contract.ts';
import { deleteBlog } from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { type Caller, createCaller } from '../../../src/identity/testing.ts';

/** A signed-in person, by the `Cookie` header of the session. */
export interface Racer {
  readonly cookie: string;
}

/** One site with several processes; calls alternate between these. */
export interface RaceTrack {
  readonly urls: readonly string[];
  readonly writer: Racer;
  readonly readers: readonly Racer[];
}

/**
 * Runs `act` that many times concurrently, alternating between these people. Resolves to each outcome: `done`, or the
 * problem's code.
 */
export async function atOnce(
  { urls }: Pick<RaceTrack, 'urls'>,
  times: number,
  people: Racer | readonly Racer[],
  act: (caller: Caller, index: number) => Promise<unknown>,
): Promise<readonly string[]> {
  const racers = [people].flat();
  const outcomes = Array.from({ length: times }, async (_, index) => {
    const url = urls[index % urls.length] ?? '';
    const who = racers[(index >> 1) % racers.length];
    return act(createCaller(url, who?.cookie), index).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? String(error),
    );
  });
  return (await Promise.all(outcomes)).sort();
}

/** A list of the same outcome. */
export const times = (count: number, outcome: string) =>
  Array.from({ length: count }, () => outcome);

function callerOf({ urls }: RaceTrack, { cookie }: Racer): Caller {
  return createCaller(urls[0] ?? '', cookie);
}

/** A blog that is new in this round; the same text within a minute would be the same blog. */
async function publish(track: RaceTrack, round: number) {
  const title = `${text.title} ${round}`;
  const { body } = await callerOf(track, track.writer).call(addBlog, { body: { ...text, title } });
  return { blog: body, params: { id: body._id }, title };
}

type Race = (track: RaceTrack, round: number) => Promise<void>;

/** Fifty concurrent adds of one wish make one wish. */
const oneWish: Race = async (track, round) => {
  const { writer } = track;
  const { blog } = await publish(track, round);
  const outcomes = await atOnce(track, 50, writer, (caller) =>
    caller.call(addWish, { body: { reviewId: blog._id } }),
  );
  assert.deepEqual(outcomes, ['done', ...times(49, 'wished-already')]);
  const asWriter = callerOf(track, writer);
  const { body: wishes } = await asWriter.call(myWishes, { query: {} });
  const found = wishes.filter(({ reviewId }) => reviewId === blog._id);
  assert.equal(found.length, 1);
  await asWriter.call(removeWish, { query: { itemId: found[0]?._id ?? '' } });
};

/** A request sent twenty times makes one blog, and another one comment. */
const oneKey: Race = async (track, round) => {
  const { writer, readers } = track;
  const key = { 'idempotency-key': `round-${round}` };
  const blogs = new Set<string>();
  const comments = new Set<string>();
  const sent = await atOnce(track, 20, writer, async (caller) => {
    const body = { ...text, title: `Key ${round}` };
    blogs.add((await caller.call(addBlog, { body }, key)).body._id);
  });
  assert.deepEqual(sent, times(20, 'done'));
  const [blogId = ''] = blogs;
  const reader = readers[0] ?? writer;
  const outcomes = await atOnce(track, 20, reader, async (caller) => {
    const { body } = await caller.call(addComment, { body: { blogId, comment: 'Nice.' } }, key);
    comments.add(body._id);
  });
  assert.deepEqual(outcomes, times(20, 'done'));
  assert.deepEqual([blogs.size, comments.size], [1, 1]);
  const { body: found } = await callerOf(track, writer).call(commentsOfBlog, { query: { blogId } });
  assert.equal(found.length, 1);
};

/**
 * Ten concurrent editors of one blog, two thirds of them with `If-Match`: each acknowledged save is the current or an
 * earlier text, and every other save was refused because another came first.
 */
const tenEditors: Race = async (track, round) => {
  const { writer } = track;
  const { blog, params, title } = await publish(track, round);
  const careful = { 'if-match': entityTagOf(blog) };
  const saved: string[] = [title];
  const outcomes = await atOnce(track, 10, writer, async (caller, index) => {
    const mine = `Editor ${index} of ${round}`;
    const headers = index % 3 === 0 ? {} : careful;
    await caller.call(updateBlog, { params, body: { ...text, title: mine } }, headers);
    saved.push(mine);
  });
  for (const outcome of outcomes) assert.ok(['done', 'someone-saved-first'].includes(outcome));
  const asWriter = callerOf(track, writer);
  const { body: present } = await asWriter.call(oneBlog, { params });
  const { body: earlier } = await asWriter.call(blogRevisions, { params });
  const found = [present.title, ...earlier.map((revision) => revision.title)];
  assert.deepEqual(found.toSorted(), saved.toSorted());
  assert.equal(present.version, saved.length);
};

/** Deleting a blog also deletes concurrent comments; every later comment is refused. */
const removal: Race = async (track, round) => {
  const { writer, readers } = track;
  const { params, title } = await publish(track, round);
  const first = Promise.withResolvers<void>();
  const commenting = atOnce(track, 24, readers, (caller, index) =>
    caller
      .call(addComment, { body: { blogId: params.id, comment: `Number ${index}` } })
      .finally(first.resolve),
  );
  await first.promise;
  const removed = await atOnce(track, 1, writer, (caller) =>
    caller.call(deleteBlog, { params, query: { title } }),
  );
  assert.deepEqual(removed, ['done']);
  for (const outcome of await commenting) {
    assert.ok(['done', 'blog-not-found'].includes(outcome), outcome);
  }
  const read = callerOf(track, writer).call(commentsOfBlog, { query: { blogId: params.id } });
  await assert.rejects(read, { code: 'blog-not-found' });
};

/** The races by name; a round throws if its outcome is wrong. */
export const races = { oneWish, oneKey, tenEditors, removal } satisfies Readonly<
  Record<string, Race>
>;
