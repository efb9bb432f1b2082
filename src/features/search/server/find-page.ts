import { sql } from 'kysely';
import { summaries } from '../../../blog/server/blog-rows.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { invalidInput } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Reader } from '../../../storage/storage.ts';
import { containsPattern, type TitleSearch } from './title-search.ts';

/** The last blog of a page, from which the next page carries on. */
export interface Position {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly id: string;
}

/** What an address asks for, with its search planned and its cursor read. */
export interface ListRequest extends Omit<AllBlogsRequest, 'search' | 'cursor'> {
  readonly search: TitleSearch | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** One page of all blogs by date. It seeks by key, so page 1,000 costs what page 1 does. */
export function findPage(db: Reader, { filter, search, sort, after, limit }: ListRequest) {
  const order = sort === 'oldest' ? 'asc' : 'desc';
  const beyond = order === 'asc' ? '>' : '<';
  let query = summaries(db);
  if (filter) query = query.where('blogs.category', '=', filter);
  for (const condition of search ? conditionsOf(search) : []) query = query.where(condition);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('blogs.created_at', 'blogs.id'), beyond, eb.tuple(after.createdAt, after.id)),
    );
  }
  return query.orderBy('blogs.created_at', order).orderBy('blogs.id', order).limit(limit).execute();
}

function conditionsOf(search: TitleSearch) {
  if (search.kind === 'literal') {
    const pattern = containsPattern(search.text);
    return [sql<boolean>`blogs.title_folded like ${pattern} escape '\\'`];
  }
  return search.alternatives.map(
    (words) =>
      sql<boolean>`blogs.id in (select blog_id from title_words where word in (${sql.join(words)}))`,
  );
}

/** A position as the text that travels in a URL. */
export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

/** Throws `invalid-input` for a text that `encodeCursor` didn't make. */
export function decodeCursor(cursor: string): Position {
  const [, time, id] =
    /^(\d{1,15})\.(.{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = { createdAt: Number(time), id: id ?? '' };
  if (!isId(position.id) || encodeCursor(position) !== cursor) {
    const message = 'cursor is not one that this site handed out.';
    throw invalidInput({ message, issues: [{ path: 'cursor', message }] });
  }
  return position;
}
