import { blogTags } from '../../../blog/contract.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import { takeLease } from '../../../storage/background/lease.ts';
import { type Counts, noteFrequent } from '../../../storage/background/note-frequent.ts';
import { firstIdAt } from '../../../storage/row-id.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import './tables.ts';

/** Period that is counted, and the interval between counts. */
const spanMs = 30 * 24 * 60 * 60_000;
const freshMs = 60 * 60_000;
/** Rows per query. */
const batch = 1_000;
/** Counters in memory: beyond that, the least frequent blogs are dropped. */
const countersMax = 20_000;
/** Blogs for which the commenters are counted. */
const candidatesMax = 100;
/** Most commenters counted for a blog. */
const commentersMax = 10_000;
/** More than are shown, as some may be hidden or deleted within the hour. */
const placesKept = 30;

/** Number of rows per blog since a time; read in batches by primary key. */
async function countRows(
  db: Reader,
  table: 'wishes' | 'published_comments',
  { since, signal }: { readonly since: number; readonly signal: AbortSignal },
): Promise<Counts> {
  const counts: Counts = new Map();
  const first = firstIdAt(since);
  const rows = inBatches<{ id: string; blog_id: string }>(batch, (after, size) =>
    db
      .selectFrom(table)
      .select(['id', 'blog_id'])
      .where('id', '>', after?.id ?? first)
      .orderBy('id')
      .limit(size)
      .execute(),
  );
  for await (const { blog_id } of rows) {
    signal.throwIfAborted();
    noteFrequent(counts, blog_id, countersMax);
  }
  return counts;
}

/** Number of people other than its author who commented on a blog since a time. */
async function countCommenters(db: Reader, blogId: string, since: number): Promise<number> {
  const people = db
    .selectFrom('published_comments as comments')
    .innerJoin('published_blogs as blogs', 'blogs.id', 'comments.blog_id')
    .select('comments.person_id')
    .distinct()
    .where('comments.blog_id', '=', blogId)
    .where('comments.id', '>', firstIdAt(since))
    .where('comments.created_at', '>=', since)
    .whereRef('comments.person_id', 'is distinct from', 'blogs.author_id')
    .limit(commentersMax);
  const { count } = await db
    .selectFrom(people.as('people'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The blogs that most people saved or commented on in the thirty days before `now`, in descending order. */
async function rankDiscussed(
  db: Reader,
  now: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const since = now - spanMs;
  // A person saves a blog once, but can comment on it a hundred times: commenters are counted separately.
  const wishes = await countRows(db, 'wishes', { since, signal });
  const comments = await countRows(db, 'published_comments', { since, signal });
  const candidates = [...new Set([...wishes.keys(), ...comments.keys()])]
    .map((id) => ({ id, rows: (wishes.get(id) ?? 0) + (comments.get(id) ?? 0) }))
    .sort((one, other) => other.rows - one.rows || (one.id < other.id ? 1 : -1))
    .slice(0, candidatesMax);
  const ranked: { readonly id: string; readonly people: number }[] = [];
  for (const { id } of candidates) {
    signal.throwIfAborted();
    const commenters = comments.has(id) ? await countCommenters(db, id, since) : 0;
    ranked.push({ id, people: (wishes.get(id) ?? 0) + commenters });
  }
  return ranked
    .filter(({ people }) => people > 0)
    .sort((one, other) => other.people - one.people || (one.id < other.id ? 1 : -1))
    .slice(0, placesKept)
    .map(({ id }) => id);
}

async function storeDiscussed(
  storage: Storage,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await storage.write(
    async ({ db, touch }) => {
      const before = await db
        .selectFrom('discussed_blogs')
        .select('blog_id')
        .orderBy('place')
        .execute();
      await db.deleteFrom('discussed_blogs').execute();
      const rows = ids.map((blog_id, index) => ({ place: index + 1, blog_id, counted_at: now }));
      if (rows.length > 0) await db.insertInto('discussed_blogs').values(rows).execute();
      const isSame = before.map(({ blog_id }) => blog_id).join() === ids.join();
      if (!isSame) touch(blogTags.lists);
    },
    { lockKeys: ['discussed-blogs'] },
  );
}

export interface DiscussedParts {
  readonly storage: Storage;
  /** Whether the settings feature discussed blogs: otherwise nothing is counted. */
  readonly isWanted: () => Promise<boolean>;
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

/** Counts saves and comments if the settings feature them and the last count is an hour old. One process at a time. */
export async function countDiscussed(parts: DiscussedParts, signal: AbortSignal): Promise<void> {
  const { storage, isWanted, now = Date.now, onError } = parts;
  const isDue = async () => {
    const row = await storage.writer
      .selectFrom('discussed_blogs')
      .select('counted_at')
      .limit(1)
      .executeTakeFirst();
    return !row || Math.abs(now() - row.counted_at) >= freshMs;
  };
  if (!(await isWanted()) || !(await isDue())) return;
  const lease = await takeLease(storage, 'discussed-blogs', { now, onError });
  if (!lease) return;
  try {
    // Another process may have just counted.
    if (!(await isDue())) return;
    const ids = await rankDiscussed(storage.reader, now(), signal);
    await storeDiscussed(storage, ids, now());
  } finally {
    await lease.release();
  }
}
