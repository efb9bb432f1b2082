import type { Category } from '../../../../blog/contract.ts';
import { lacksCoverText } from '../../../../blog/cover-text.ts';
import { countedBlogsMax } from '../../../../blog/list-extent.ts';
import { extentHeaders } from '../../../../blog/server/count-list.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Reader } from '../../../../storage/storage.ts';
import {
  decodePlace,
  extentOfList,
  type ListPlace,
  type ListSide,
  pageOf,
} from '../../common/server/list-place.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import {
  countedMax,
  deletedPerPage,
  myBlogs,
  myDeletedBlogs,
  type OwnBlog,
  ownBlogsPerPage,
} from '../contract.ts';

type OwnBlogRow = Awaited<ReturnType<typeof findOwnBlogs>>['rows'][number];

/**
 * A page of a person's published blogs, newest first. Keyset pagination: the last of a hundred thousand costs what the
 * first does.
 */
async function findOwnBlogs(db: Reader, personId: string, after: ListPlace | undefined) {
  let query = db
    .selectFrom('published_blogs as blogs')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(['id', 'title', 'category', 'word_count', 'created_at'])
    .select(['image_url', 'image_alt', 'undescribed'])
    .where('author_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.time, after.key)),
    );
  }
  const found = await query.limit(ownBlogsPerPage + 1).execute();
  return pageOf(found, ownBlogsPerPage, ({ created_at, id }) => ({ time: created_at, key: id }));
}

function presentOwnBlog(
  row: OwnBlogRow,
  met: Pick<OwnBlog, 'wishes' | 'comments' | 'reads'>,
): OwnBlog {
  return {
    _id: row.id,
    title: row.title,
    category: row.category as Category,
    wordCount: row.word_count,
    createdAt: isoOf(row.created_at),
    lacksCoverText: lacksCoverText({ imageUrl: row.image_url, imageAlt: row.image_alt }),
    undescribed: row.undescribed ?? 0,
    ...met,
  };
}

const unread: OwnBlog['reads'] = { opened: 0, finished: 0, openedLately: 0, finishedLately: 0 };

/** Endpoint of the member's published blogs. */
export function ownBlogAnswers({
  storage,
  countWishes,
  countComments,
  countReads,
  now = Date.now,
}: WritingParts): readonly Answer[] {
  return [
    answer(myBlogs, async ({ query: { cursor } }, { person, reply }) => {
      const { reader } = storage;
      const { rows, next } = await findOwnBlogs(reader, person.id, decodePlace(cursor));
      const ids = rows.map(({ id }) => id);
      const [wishes, comments, reads] = await Promise.all([
        countWishes(reader, ids, countedMax),
        countComments(reader, ids, countedMax),
        countReads(reader, ids, now()),
      ]);
      if (next !== undefined) {
        reply.header('link', `<${addressOf(myBlogs.path, {}, { cursor: next })}>; rel="next"`);
      }
      const page = { rows, next, previous: cursor };
      const of = { authorId: person.id };
      const extent = await extentHeaders(reader, page, { of, isOldestFirst: false });
      for (const [name, value] of Object.entries(extent)) reply.header(name, value);
      return rows.map((row) =>
        presentOwnBlog(row, {
          wishes: wishes.get(row.id) ?? 0,
          comments: comments.get(row.id) ?? 0,
          reads: reads.get(row.id) ?? unread,
        }),
      );
    }),
  ];
}

interface DeletedOf {
  readonly personId: string;
  readonly now: number;
}

/**
 * The blogs that a person removed and can restore, latest first, or those on one side of a place; without blogs that
 * staff hold back.
 */
function deletedBlogs(db: Reader, { personId, now }: DeletedOf, side?: ListSide) {
  let query = allTexts(db)
    .selectFrom('blogs')
    .select(['id', 'title', 'category', 'word_count', 'former_state'])
    .select('removed_until as ends_at')
    .where('author_id', '=', personId)
    .where('moderation', '=', 'none')
    .where('removed_until', '>', now)
    .$narrowType<{ ends_at: number }>()
    .orderBy('removed_until', 'desc')
    .orderBy('id', 'desc');
  if (side) {
    const { of, isBefore } = side;
    query = query.where((eb) =>
      eb(eb.refTuple('removed_until', 'id'), isBefore ? '>' : '<', eb.tuple(of.time, of.key)),
    );
  }
  return query;
}

const placeOfDeleted = ({ ends_at, id }: { readonly ends_at: number; readonly id: string }) => ({
  time: ends_at,
  key: id,
});

async function countDeleted(db: Reader, of: DeletedOf, before: ListPlace | undefined) {
  const blogs = deletedBlogs(db, of, before && { of: before, isBefore: true });
  const { count } = await db
    .selectFrom(blogs.limit(countedBlogsMax + 1).as('blogs'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Endpoint of the member's deleted blogs that can be restored. */
export function deletedAnswers({ storage, now = Date.now }: WritingParts): readonly Answer[] {
  return [
    answer(myDeletedBlogs, async ({ query: { cursor } }, { person, reply }) => {
      const { reader } = storage;
      const of = { personId: person.id, now: now() };
      const place = decodePlace(cursor);
      const found = await deletedBlogs(reader, of, place && { of: place, isBefore: false })
        .limit(deletedPerPage + 1)
        .execute();
      const { rows, next } = pageOf(found, deletedPerPage, placeOfDeleted);
      if (next !== undefined) {
        const address = addressOf(myDeletedBlogs.path, {}, { cursor: next });
        reply.header('link', `<${address}>; rel="next"`);
      }
      const extent = await extentOfList(
        rows.map(placeOfDeleted),
        { next, previous: cursor },
        (before) => countDeleted(reader, of, before),
      );
      for (const [name, value] of Object.entries(extent)) reply.header(name, value);
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
