import { blogNotFound } from '../../../../blog/contract.ts';
import { offsetHeader, totalHeader } from '../../../../blog/list-extent.ts';
import { summaries } from '../../../../blog/server/blog-rows.ts';
import {
  cutPage,
  decodeCursor,
  encodeCursor,
  type Position,
} from '../../../../blog/server/blogs-page.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import type { ReplyOf } from '../../../../platform/contract/define-endpoint.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { isId } from '../../../../platform/text/id.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { WriteLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';
import {
  chooseHistory,
  clearHistory,
  forgetPlace,
  historyChoice,
  historyPageSize,
  keepPlace,
  otherReader,
  readingHistory,
  readingPlace,
} from '../../contract/history.ts';
import {
  deletePlace,
  deletePlaces,
  findPlace,
  findRead,
  isHistoryKept,
  type ReadRow,
  setHistoryKept,
  upsertPlace,
} from './history-store.ts';

export interface HistoryParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly now?: () => number;
}

/** A page sends its place at most every 20 s, and when the reader leaves it. */
const placeRule: RateRule = { name: 'reading-place', limit: 30, perMs: 60_000 };
const historyRule: RateRule = { name: 'reading-history', limit: 60, perMs: 30_000 };

async function isVisible(db: Reader, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('published_blogs')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

type Item = ReplyOf<typeof readingHistory>[number];

/** Adds the blogs' current titles; leaves out blogs that aren't visible. */
async function describe(db: Reader, rows: readonly ReadRow[]): Promise<readonly Item[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ blog_id }) => blog_id);
  const blogs = await summaries(db).where('blogs.id', 'in', ids).execute();
  const known = new Map(blogs.map((blog) => [blog.id, blog]));
  return rows.flatMap(({ blog_id, read_at, share, is_finished }) => {
    const blog = known.get(blog_id);
    if (!blog) return [];
    return {
      _id: blog_id,
      title: blog.title,
      author: blog.author_name,
      readAt: isoOf(read_at),
      share,
      isFinished: is_finished !== 0,
    };
  });
}

/** One page of visible blogs, with its place in the history: as blogs may be gone, all of it is described. */
async function findPage(db: Reader, personId: string, from: Position | undefined) {
  const all = await describe(db, await findRead(db, personId));
  const positionIn = ({ readAt, _id }: Item) => ({ createdAt: Date.parse(readAt), id: _id });
  return { total: all.length, ...cutPage(all, positionIn, { from, limit: historyPageSize }) };
}

/**
 * Endpoints for members' own reading history. A history is visible to its member only, and no statistic is made of it.
 */
export function historyAnswers(parts: HistoryParts): readonly Answer[] {
  const { storage, limiter, now = Date.now } = parts;

  function change(
    personId: string,
    rule: RateRule,
    work: (write: Write) => Promise<void>,
  ): Promise<void> {
    return writeAs(storage, personId, async (write) => {
      await limiter.takeWithin(write, rule, personId);
      await work(write);
    });
  }

  return [
    answer(readingHistory, async ({ query: { cursor } }, { person, reply }) => {
      const from = cursor ? decodeCursor(cursor) : undefined;
      const { page, offset, total, next } = await findPage(storage.reader, person.id, from);
      if (next) {
        const address = addressOf(readingHistory.path, {}, { cursor: encodeCursor(next) });
        reply.header('link', `<${address}>; rel="next"`);
      }
      reply.header(totalHeader, String(total));
      reply.header(offsetHeader, String(offset));
      return [...page];
    }),

    answer(clearHistory, (_input, { person }) =>
      change(person.id, historyRule, (write) => deletePlaces(write, person.id)),
    ),

    answer(readingPlace, async ({ params: { id } }, { person }) => {
      const db = storage.reader;
      const isKept = await isHistoryKept(db, person.id);
      const place =
        isKept && isId(id) ? await findPlace(db, { personId: person.id, blogId: id }) : undefined;
      const isShown = place !== undefined && (await isVisible(db, id));
      return { reader: person.id, isKept, place: isShown ? place : null };
    }),

    answer(keepPlace, async ({ params: { id }, body }, { person }) => {
      const { reader, ...place } = body;
      if (reader !== person.id) throw otherReader();
      if (!isId(id)) throw blogNotFound();
      await change(person.id, placeRule, async (write) => {
        if (!(await isHistoryKept(write.db, person.id))) return;
        if (!(await isVisible(write.db, id))) throw blogNotFound();
        await upsertPlace(write, { personId: person.id, blogId: id, place, now: now() });
      });
    }),

    answer(forgetPlace, ({ params: { id } }, { person }) =>
      change(person.id, historyRule, (write) =>
        deletePlace(write, { personId: person.id, blogId: id }),
      ),
    ),

    answer(historyChoice, async (_input, { person }) => ({
      isKept: await isHistoryKept(storage.reader, person.id),
    })),

    answer(chooseHistory, ({ body: { isKept } }, { person }) =>
      change(person.id, historyRule, (write) =>
        setHistoryKept(write, { personId: person.id, isKept, now: now() }),
      ),
    ),
  ];
}
