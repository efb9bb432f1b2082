import type { ForeignItem, ForeignSkip, ForeignSubscriber } from '../../foreign.ts';
import { ImportRefused } from '../../import-refused.ts';
import { SourceProblem } from '../../read-front-matter.ts';
import { createFileFinder, readFileOf } from '../files/find-file.ts';
import { type OpenFormat, skip } from '../format.ts';
import { emailOf, nameOf } from '../people.ts';
import { type ConsentThere, consentByStatus } from '../subscribers/consent-there.ts';
import { type Fields, textOf } from './ghost-cards.ts';
import { readPost } from './read-post.ts';
import {
  type GhostTables,
  idOf,
  readRows,
  readTables,
  tableLimits,
  timeOf,
} from './read-tables.ts';

const isGhost = (head: string) =>
  /^\s*\{/.test(head) &&
  /"(?:db|data|meta)"\s*:/.test(head) &&
  /"(?:exported_on|posts|version|posts_authors|posts_meta|posts_tags|actions|benefits|custom_theme_settings|newsletters)"\s*:/.test(
    head,
  );

/** Members, and the separate subscribers of old versions. */
function* subscribersOf({
  members,
  receivers,
  subscribers,
}: GhostTables): Generator<ForeignSubscriber> {
  const taken = (row: Fields, there: ConsentThere): ForeignSubscriber[] => {
    const email = emailOf(textOf(row.email));
    if (!email) return [];
    const consent = 'Signed up on the Ghost site that this was exported from.';
    const consentedAt = timeOf(row.created_at) ?? null;
    return [
      {
        kind: 'subscriber',
        email,
        name: nameOf(textOf(row.name)),
        ...there,
        consentedAt,
        consent,
      },
    ];
  };
  for (const [id, row] of members) {
    const isOff = row.email_disabled === true || row.email_disabled === 1;
    const isOn = receivers ? receivers.has(id) : row.subscribed === true || row.subscribed === 1;
    yield* taken(row, isOff ? consentByStatus('email disabled') : { isSubscribed: isOn });
  }
  for (const row of subscribers) yield* taken(row, consentByStatus(textOf(row.status)));
}

/** What the export holds beyond the limits on tables. */
function* leftOutOf({ leftOut: { comments, rows } }: GhostTables): Generator<ForeignSkip> {
  const count = (number: number) => number.toLocaleString('en');
  if (comments > 0) {
    const megabytes = tableLimits.commentsMax / 1024 ** 2;
    yield skip(`comments (${count(comments)})`, `at most ${megabytes} MB of comments are read`);
  }
  if (rows > 0) {
    yield skip(
      `rows of tables (${count(rows)})`,
      `at most ${count(tableLimits.rowsMax)} rows of authors, tags, members and the like are read`,
    );
  }
}

/** Opens Ghost's export, of any version: posts are streamed; the tables they refer to are read before. */
export const openGhost: OpenFormat = async (files, heads, createReader) => {
  let file: string | undefined;
  for (const name of files.names) {
    if (!/\.json$/i.test(name) && files.names.length > 1) continue;
    if (isGhost(await heads(name))) file ??= name;
  }
  if (file === undefined) return undefined;
  const from = file;
  const tables = await readTables(files, from);
  const reader = createReader();
  const find = createFileFinder(files);
  const holds = (address: string) => find(address) !== undefined;
  const [major = ''] = tables.version.split('.');
  return {
    system: /^\d+$/.test(major) ? `Ghost ${major}` : 'Ghost',
    async *items(): AsyncGenerator<ForeignItem> {
      // What posts refer to comes after them: without it, those that are here already would lose authors and tags.
      if (tables.problem !== undefined) {
        throw new ImportRefused(
          `${tables.problem} Nothing of it was brought in: authors, tags and comments come after the texts.`,
        );
      }
      for await (const { table, row } of readRows(files, from)) {
        if (table !== 'posts') continue;
        try {
          yield await readPost(row, tables, reader, holds);
        } catch (error) {
          if (!(error instanceof SourceProblem)) throw error;
          yield skip(textOf(row.title) || idOf(row.id), error.message, error.isIntended);
        }
      }
      yield* subscribersOf(tables);
      yield* leftOutOf(tables);
    },
    readFile: readFileOf(files),
    async close() {
      await reader.close();
      await files.close();
    },
  };
};
