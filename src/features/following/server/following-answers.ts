import { decodeCursor, linksOf, pageAt } from '../../../blog/server/blogs-page.ts';
import { placeHeaders } from '../../../blog/server/count-list.ts';
import { presentSummary } from '../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { safeReturnPath } from '../../../identity/session/return-path.ts';
import { writeAs } from '../../../identity/write-as.ts';
import { paths } from '../../../paths.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { notSignedIn, type Problem } from '../../../platform/contract/problems.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { shownPicture } from '../../../platform/text/web-url.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  follow,
  followedAuthors,
  followedBlogs,
  followedIds,
  followForm,
  followFormRefusals,
  pageSize,
  unfollow,
} from '../contract.ts';
import {
  deleteFollow,
  findFollowedAuthors,
  findFollowedIds,
  insertFollow,
} from './follow-store.ts';
import { countFollowed, walkFollowed } from './followed-blogs.ts';

export interface FollowingParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly now?: () => number;
}

/** Sends visitors to Sign In and back. The page of followed authors explains the form's other refusals. */
function pageAfterRefusal(refusal: Problem, query: unknown): string | undefined {
  if (notSignedIn.is(refusal)) {
    const { data } = followForm.query.safeParse(query);
    return paths.signIn.to({ from: safeReturnPath(data?.from) });
  }
  const isSaid = followFormRefusals.some((kind) => kind.is(refusal));
  return isSaid ? paths.following.to({ refused: refusal.code }) : undefined;
}

const followRule: RateRule = { name: 'follow', limit: 60, perMs: 30_000 };

/** The authors that members follow, and their blogs. Private: authors see neither followers nor counts. */
export function followingAnswers(parts: FollowingParts): readonly Answer[] {
  const { storage, limiter, now = Date.now } = parts;

  function change(personId: string, authorId: string, isFollowed: boolean): Promise<void> {
    return writeAs(storage, personId, async (write) => {
      await limiter.takeWithin(write, followRule, personId);
      if (!isFollowed) return deleteFollow(write, { personId, authorId });
      return insertFollow(write, { personId, authorId, now: now() });
    });
  }

  return [
    answer(followedIds, async (_input, { person }) => ({
      me: person.id,
      ids: [...(await findFollowedIds(storage.reader, person.id))],
    })),

    answer(followedAuthors, async (_input, { person }) => {
      const rows = await findFollowedAuthors(storage.reader, person.id);
      return rows.map(({ id, name, photo_url }) => ({
        _id: id,
        name,
        photo: shownPicture(photo_url),
      }));
    }),

    answer(followedBlogs, async ({ query: { cursor } }, { person, reply }) => {
      const place = cursor ? decodeCursor(cursor) : undefined;
      const page = await pageAt(place, pageSize, (from, isBackwards) =>
        walkFollowed(storage.reader, person.id, {
          from,
          order: isBackwards ? 'asc' : 'desc',
          limit: pageSize,
        }),
      );
      const link = linksOf(page, (cursor) => addressOf(followedBlogs.path, {}, { cursor }));
      if (link) reply.header('link', link);
      const extent = await placeHeaders(page, (before) =>
        countFollowed(storage.reader, person.id, before),
      );
      for (const [name, value] of Object.entries(extent)) reply.header(name, value);
      return page.rows.map(presentSummary);
    }),

    answer(follow, ({ params: { id } }, { person }) => change(person.id, id, true)),

    answer(unfollow, ({ params: { id } }, { person }) => change(person.id, id, false)),

    {
      ...answer(followForm, async ({ query, body: { authorId, act } }, { person, reply }) => {
        await change(person.id, authorId, act === 'follow');
        reply.header('location', safeReturnPath(query.from));
      }),
      leadAfter: pageAfterRefusal,
    },
  ];
}
