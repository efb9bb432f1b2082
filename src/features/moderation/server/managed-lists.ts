import {
  type BlogMark,
  blogMarks,
  heldStates,
  type TextKind,
  textKinds,
} from '../../../blog/held.ts';
import { decodeCursor, encodeCursor, type PageBoundary } from '../../../blog/server/blogs-page.ts';
import { hiddenByAuthors } from '../../../blog/server/held/held-texts.ts';
import { searchTermsOf } from '../../../blog/server/title-words.ts';
import { invalidInput } from '../../../platform/contract/problems.ts';
import { fold } from '../../../platform/text/fold.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Reader } from '../../../storage/storage.ts';
import { managedPerPage } from '../contract/manage.ts';
import { findCases, type QueuePlace, type TextName } from './report-store.ts';

/** Words of a search that are used, at most. */
const wordsMax = 8;
/** Comments that one page of a search reads; the next page continues from there. */
const lookedThrough = 2_000;
/** Comments per query. */
const batchSize = 500;

export interface ListRequest {
  /** The filter; empty for visible texts. */
  readonly show: string;
  readonly search: string;
  /** The author; empty for anybody. */
  readonly person: string;
  readonly sort: '' | 'oldest';
  readonly cursor: string;
}

export interface NamedPage {
  readonly names: readonly TextName[];
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

interface PlacedName extends TextName {
  /** Milliseconds since 1970: the list's sort key. */
  readonly time: number;
}

function placeOf(cursor: string): PageBoundary | undefined {
  return cursor === '' ? undefined : decodeCursor(cursor);
}

/** `found` has one more than a page where there is a next page. */
function pageOf(found: readonly PlacedName[]): NamedPage {
  const page = found.slice(0, managedPerPage);
  const last = page.at(-1);
  const hasMore = found.length > managedPerPage && last !== undefined;
  return {
    names: page,
    next: hasMore ? encodeCursor({ createdAt: last.time, id: last.id }) : undefined,
  };
}

/** A `like` pattern that matches the text literally. */
function literal(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function encodeQueuePlace({ weight, firstAt, kind, id }: QueuePlace): string {
  return Buffer.from(`${weight}.${firstAt}.${kind}.${id}`).toString('base64url');
}

function decodeQueuePlace(cursor: string): QueuePlace | undefined {
  if (cursor === '') return undefined;
  const [weight, firstAt, given, id = ''] = Buffer.from(cursor, 'base64url').toString().split('.');
  const kind = textKinds.find((name) => name === given);
  const place = kind && { weight: Number(weight), firstAt: Number(firstAt), kind, id };
  const isPlace =
    place &&
    Number.isSafeInteger(place.weight) &&
    Math.abs(place.weight) < 2 ** 31 &&
    Number.isSafeInteger(place.firstAt) &&
    isId(id) &&
    encodeQueuePlace(place) === cursor;
  if (isPlace) return place;
  const message = 'cursor is not one that this site handed out.';
  throw invalidInput({ message, issues: [{ path: 'cursor', message }] });
}

/** Reported texts, in the order of the queue. */
export async function listCases(
  db: Reader,
  { cursor, person }: Pick<ListRequest, 'cursor' | 'person'>,
  kind?: TextKind,
): Promise<NamedPage> {
  const after = decodeQueuePlace(cursor);
  const limit = managedPerPage + 1;
  const found = await findCases(db, { after, limit, authorId: person, ...(kind && { kind }) });
  const names = found.slice(0, managedPerPage);
  const last = names.at(-1);
  return {
    names,
    next: found.length > managedPerPage && last ? encodeQueuePlace(last) : undefined,
  };
}

/** Texts in one state of holds, the latest first by default. */
async function listHeld(db: Reader, kind: TextKind, request: ListRequest): Promise<NamedPage> {
  const { show, search, person, sort, cursor } = request;
  const after = placeOf(cursor);
  const order = sort === 'oldest' ? 'asc' : 'desc';
  let query = db
    .selectFrom('moderation_holds')
    .select(['id', 'held_at as time'])
    .where('kind', '=', kind)
    .where('state', '=', show)
    .orderBy('held_at', order)
    .orderBy('id', order);
  // Texts that their author deleted in the meantime are left out: the author can restore them.
  if (show !== 'removed') query = query.where('ends_at', 'is', null);
  if (person !== '') query = query.where('author_id', '=', person);
  if (search !== '') query = query.where('label_folded', 'like', literal(fold(search)));
  if (after) {
    const beyond = sort === 'oldest' ? '>' : '<';
    query = query.where((eb) =>
      eb(eb.refTuple('held_at', 'id'), beyond, eb.tuple(after.createdAt, after.id)),
    );
  }
  const found = await query.limit(managedPerPage + 1).execute();
  return pageOf(found.map((row) => ({ ...row, kind })));
}

async function listMarked(db: Reader, request: ListRequest): Promise<NamedPage> {
  const after = placeOf(request.cursor);
  let query = db
    .selectFrom('blog_marks')
    .select(['blog_id as id', 'set_at as time'])
    .where('mark', '=', request.show)
    .orderBy('set_at', 'desc')
    .orderBy('blog_id', 'desc');
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('set_at', 'blog_id'), '<', eb.tuple(after.createdAt, after.id)),
    );
  }
  const found = await query.limit(managedPerPage + 1).execute();
  return pageOf(found.map((row) => ({ ...row, kind: 'blog' })));
}

/** Visible blogs. A search matches whole words of titles, by the index of title words. */
async function listShownBlogs(db: Reader, request: ListRequest): Promise<NamedPage> {
  const { search, person, sort, cursor } = request;
  const words = searchTermsOf(search).slice(0, wordsMax);
  if (search.trim() !== '' && words.length === 0) return { names: [], next: undefined };
  const after = placeOf(cursor);
  const order = sort === 'oldest' ? 'asc' : 'desc';
  let query = db
    .selectFrom('published_blogs')
    .select(['id', 'created_at as time'])
    .orderBy('created_at', order)
    .orderBy('id', order);
  if (person !== '') query = query.where('author_id', '=', person);
  for (const word of words) {
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('title_words').select('blog_id').where('word', '=', word),
    );
  }
  if (after) {
    const beyond = sort === 'oldest' ? '>' : '<';
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), beyond, eb.tuple(after.createdAt, after.id)),
    );
  }
  const found = await query.limit(managedPerPage + 1).execute();
  return pageOf(found.map((row) => ({ ...row, kind: 'blog' })));
}

/** Visible comments, or those that the authors of their blogs hid. */
const commentsOf = {
  '': (db: Reader) => db.selectFrom('published_comments as comments'),
  'hidden-by-author': (db: Reader) => hiddenByAuthors(db) as unknown as ShownComments,
} as const;
type ShownComments = ReturnType<(typeof commentsOf)['']>;

function readComments(db: Reader, { show, person, sort }: ListRequest, after: string | undefined) {
  const order = sort === 'oldest' ? 'asc' : 'desc';
  const from = commentsOf[show === 'hidden-by-author' ? show : ''](db);
  let query = from.select(['comments.id', 'text']).orderBy('comments.id', order);
  if (person !== '') query = query.where('person_id', '=', person);
  if (after !== undefined) query = query.where('comments.id', sort === 'oldest' ? '>' : '<', after);
  return query;
}

/** Comments without a hold. A search reads up to `lookedThrough` comments; the next page continues from there. */
async function listShownComments(db: Reader, request: ListRequest): Promise<NamedPage> {
  const wanted = fold(request.search.trim());
  let after = placeOf(request.cursor)?.id;
  const names: TextName[] = [];
  const pageAfter = (id: string): NamedPage => ({
    names,
    next: encodeCursor({ createdAt: 0, id }),
  });
  for (let seen = 0; seen < lookedThrough; ) {
    const size = wanted === '' ? managedPerPage + 1 : batchSize;
    const rows = await readComments(db, request, after).limit(size).execute();
    for (const { id, text } of rows) {
      if (names.length === managedPerPage) return pageAfter(names.at(-1)?.id ?? '');
      if (wanted === '' || fold(text).includes(wanted)) names.push({ kind: 'comment', id });
    }
    const last = rows.at(-1);
    if (!last || rows.length < size) return { names, next: undefined };
    after = last.id;
    seen += rows.length;
  }
  return after === undefined ? { names, next: undefined } : pageAfter(after);
}

const isHeldState = (show: string) => heldStates.some((state) => state === show);

export function listBlogs(db: Reader, request: ListRequest): Promise<NamedPage> {
  const { show } = request;
  if (show === 'reported') return listCases(db, request, 'blog');
  if (isHeldState(show)) return listHeld(db, 'blog', request);
  const isMark = blogMarks.some((mark: BlogMark) => mark === show);
  return isMark ? listMarked(db, request) : listShownBlogs(db, request);
}

export function listComments(db: Reader, request: ListRequest): Promise<NamedPage> {
  const { show } = request;
  if (show === 'reported') return listCases(db, request, 'comment');
  return isHeldState(show) ? listHeld(db, 'comment', request) : listShownComments(db, request);
}
