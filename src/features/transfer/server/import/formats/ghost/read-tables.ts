import type { ForeignPerson } from '../../foreign.ts';
import { ImportRefused } from '../../import-refused.ts';
import { parseDate } from '../../parse-date.ts';
import { decodeText } from '../files/decode-text.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { readJsonRows } from '../files/read-json-rows.ts';
import { emailOf, nameOf } from '../people.ts';
import { type Fields, fieldsOf, textOf } from './ghost-cards.ts';

/** Tables that posts refer to; they come after the posts in the file. */
export interface GhostTables {
  readonly version: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly users: ReadonlyMap<string, ForeignPerson>;
  readonly tags: ReadonlyMap<string, Fields>;
  readonly members: ReadonlyMap<string, Fields>;
  /** The ids of members who receive a newsletter; undefined if the export has none. */
  readonly receivers: ReadonlySet<string> | undefined;
  readonly subscribers: readonly Fields[];
  readonly meta: ReadonlyMap<string, Fields>;
  readonly authorsOf: ReadonlyMap<string, readonly string[]>;
  readonly tagsOf: ReadonlyMap<string, readonly string[]>;
  readonly commentsOf: ReadonlyMap<string, readonly Fields[]>;
  /** Why the file can't be read to its end; undefined if it can. */
  readonly problem: string | undefined;
  /** Rows beyond a limit, by what they are. */
  readonly leftOut: LeftOut;
}

interface LeftOut {
  /** Comments that don't fit into memory. */
  comments: number;
  /** Rows of any table after the first million: authors, tags, members. */
  rows: number;
}

/** A list of databases since version 1, a single one before. */
const roots = ['$.db.*', '$'];
/** Limits on what is held in memory, as it comes after the posts: rows, and characters of comments. */
export const tableLimits = { rowsMax: 1_000_000, commentsMax: 32 * 1024 ** 2 };

/** Old exports have numeric ids. */
export function idOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Parses a time of Ghost: ISO 8601, a database format, or milliseconds. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 8.64e15)
    return value;
  return typeof value === 'string' ? parseDate(value) : undefined;
}

/** The rows of all tables in order, each with its table's name; and `meta`. */
export async function* readRows(
  files: Pick<ExportFiles, 'stream'>,
  file: string,
): AsyncGenerator<{ readonly table: string; readonly row: Fields }> {
  const paths = roots.flatMap((root) => [`${root}.data.*.*`, `${root}.meta`]);
  for await (const { path, value } of readJsonRows(decodeText(files.stream(file)), paths)) {
    yield { table: path.at(-1) === 'meta' ? 'meta' : (path.at(-2) ?? ''), row: fieldsOf(value) };
  }
}

/** An ordered list of ids for each post. */
function createLinks() {
  const links = new Map<string, { id: string; at: number }[]>();
  return {
    add(post: unknown, id: unknown, at: unknown) {
      const list = links.get(idOf(post)) ?? [];
      list.push({ id: idOf(id), at: Number(at) || 0 });
      links.set(idOf(post), list);
    },
    sorted: () =>
      new Map(
        [...links].map(([post, list]) => [
          post,
          list.toSorted((left, right) => left.at - right.at).map(({ id }) => id),
        ]),
      ),
  };
}

function userOf(row: Fields): ForeignPerson {
  const email = emailOf(textOf(row.email));
  const [bio, photo] = [textOf(row.bio).trim(), textOf(row.profile_image ?? row.image).trim()];
  const name = nameOf(textOf(row.name), textOf(row.slug), email);
  return {
    name,
    ...(email && { email }),
    ...(bio && { bio }),
    ...(photo && { photo: photo.replaceAll('__GHOST_URL__', '') }),
  };
}

/** Reads all tables except the posts. */
export async function readTables(
  files: Pick<ExportFiles, 'stream'>,
  file: string,
  { rowsMax, commentsMax } = tableLimits,
): Promise<GhostTables> {
  const [authors, postTags] = [createLinks(), createLinks()];
  const users = new Map<string, ForeignPerson>();
  const [tags, members, meta] = [0, 1, 2].map(() => new Map<string, Fields>()) as [
    Map<string, Fields>,
    Map<string, Fields>,
    Map<string, Fields>,
  ];
  const settings = new Map<string, string>();
  const subscribers: Fields[] = [];
  const commentsOf = new Map<string, Fields[]>();
  const leftOut: LeftOut = { comments: 0, rows: 0 };
  let receivers: Set<string> | undefined;
  let version = '';
  let commentSize = 0;
  const takers: Readonly<Record<string, (row: Fields) => void>> = {
    meta: (row) => {
      version = idOf(row.version);
    },
    settings: (row) => settings.set(textOf(row.key), idOf(row.value)),
    users: (row) => users.set(idOf(row.id), userOf(row)),
    tags: (row) => tags.set(idOf(row.id), row),
    posts_tags: (row) => postTags.add(row.post_id, row.tag_id, row.sort_order),
    posts_authors: (row) => authors.add(row.post_id, row.author_id, row.sort_order),
    posts_meta: (row) => meta.set(idOf(row.post_id), row),
    members: (row) => members.set(idOf(row.id), row),
    members_newsletters: (row) => {
      receivers ??= new Set();
      receivers.add(idOf(row.member_id));
    },
    subscribers: (row) => subscribers.push(row),
    comments: (row) => {
      commentSize += textOf(row.html).length + 200;
      if (commentSize > commentsMax) {
        leftOut.comments += 1;
        return;
      }
      const comments = commentsOf.get(idOf(row.post_id)) ?? [];
      comments.push(row);
      commentsOf.set(idOf(row.post_id), comments);
    },
  };
  let rows = 0;
  let problem: string | undefined;
  try {
    for await (const { table, row } of readRows(files, file)) {
      const take = Object.hasOwn(takers, table) ? takers[table] : undefined;
      if (!take) continue;
      rows += 1;
      if (rows <= rowsMax) take(row);
      else leftOut.rows += 1;
    }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    problem = error.message;
  }
  const links = { authorsOf: authors.sorted(), tagsOf: postTags.sorted() };
  return {
    version,
    settings,
    users,
    tags,
    members,
    receivers,
    subscribers,
    meta,
    commentsOf,
    problem,
    leftOut,
    ...links,
  };
}
