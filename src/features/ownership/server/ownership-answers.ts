import { allTexts } from '../../../blog/server/texts.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { fold } from '../../../platform/text/fold.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Reader } from '../../../storage/storage.ts';
import {
  authorsPerPage,
  draftsPerPage,
  handOver,
  handOvers,
  handOversShown,
  importedAuthors,
  importedDrafts,
  takeBackHandOver,
} from '../contract.ts';
import { assertImported, type HandOverParts, handOverTexts, takeBack } from './hand-over.ts';
import './tables.ts';

/** Authors per query of a search. */
const searchedAtOnce = 500;

/** People without an account who have a blog, in any state. */
function readImported(db: Reader, before: string, limit: number) {
  let query = allTexts(db)
    .selectFrom('people')
    .leftJoin('imported_authors', 'imported_authors.person_id', 'people.id')
    .select(['people.id', 'name', 'blog_count', 'imported_authors.email as address'])
    .where('people.email', 'is', null)
    .where('people.subject', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('blogs').select('blogs.id').whereRef('blogs.author_id', '=', 'people.id')),
    )
    .orderBy('people.id', 'desc')
    .limit(limit);
  if (before) query = query.where('people.id', '<', before);
  return query.execute();
}

/** Finds up to `limit` imported authors with a text in their names, the latest first. */
async function findImported(
  db: Reader,
  { search, cursor }: { readonly search: string; readonly cursor: string },
  limit: number,
) {
  type Row = Awaited<ReturnType<typeof readImported>>[number];
  const wanted = fold(search);
  const found: Row[] = [];
  const rows = inBatches<Row>(wanted === '' ? limit : searchedAtOnce, (last, size) =>
    readImported(db, last?.id ?? cursor, size),
  );
  for await (const row of rows) {
    if (fold(row.name).includes(wanted)) found.push(row);
    if (found.length === limit) break;
  }
  return found;
}

/** How many blogs and drafts these authors have. */
async function countTexts(db: Reader, ids: readonly string[]) {
  const counts = new Map<string | null, { blogs: number; drafts: number }>();
  if (ids.length === 0) return counts;
  const rows = await allTexts(db)
    .selectFrom('blogs')
    .select(['author_id', 'state'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', 'in', ids)
    .where('state', '<>', 'removed')
    .groupBy(['author_id', 'state'])
    .execute();
  for (const { author_id, state, count } of rows) {
    const { blogs, drafts } = counts.get(author_id) ?? { blogs: 0, drafts: 0 };
    const added = Number(count);
    const addedDrafts = state === 'draft' ? added : 0;
    counts.set(author_id, { blogs: blogs + added, drafts: drafts + addedDrafts });
  }
  return counts;
}

/** An author's drafts, the latest first. */
function findDrafts(db: Reader, authorId: string, before: string, limit: number) {
  let query = allTexts(db)
    .selectFrom('blogs')
    .select(['id', 'title'])
    .where('author_id', '=', authorId)
    .where('state', '=', 'draft')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before) query = query.where('id', '<', before);
  return query.execute();
}

function findHandOvers(db: Reader) {
  return db
    .selectFrom('hand_overs')
    .innerJoin('people as giver', 'giver.id', 'hand_overs.from_id')
    .innerJoin('people as taker', 'taker.id', 'hand_overs.to_id')
    .select(['hand_overs.id', 'made_at', 'giver.name as from', 'taker.name as to'])
    .select(({ selectFrom }) =>
      selectFrom('handed_texts')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('handed_texts.hand_over_id', '=', 'hand_overs.id')
        .as('texts'),
    )
    .orderBy('hand_overs.made_at', 'desc')
    .limit(handOversShown)
    .execute();
}

export function ownershipAnswers(parts: HandOverParts): readonly Answer[] {
  const { storage } = parts;
  // A replica may lag behind the owner's own writes.
  const newest = storage.engine === 'sqlite' ? storage.reader : storage.writer;
  return [
    answer(importedAuthors, async ({ query }) => {
      const found = await findImported(newest, query, authorsPerPage + 1);
      const rows = found.slice(0, authorsPerPage);
      const nextCursor = found.length > rows.length ? (rows.at(-1)?.id ?? null) : null;
      const counts = await countTexts(
        newest,
        rows.map(({ id }) => id),
      );
      const authors = rows.map(({ id, name, blog_count, address }) => ({
        id,
        name,
        ...(counts.get(id) ?? { blogs: 0, drafts: 0 }),
        hasPage: blog_count > 0,
        hasAddress: address !== null,
      }));
      return { authors, nextCursor };
    }),

    answer(importedDrafts, async ({ params: { id }, query: { cursor } }) => {
      const authorId = id.toLowerCase();
      await assertImported(newest, authorId);
      const found = await findDrafts(newest, authorId, cursor, draftsPerPage + 1);
      const drafts = found.slice(0, draftsPerPage);
      const nextCursor = found.length > drafts.length ? (drafts.at(-1)?.id ?? null) : null;
      return { drafts, nextCursor };
    }),

    answer(handOvers, async () => {
      const rows = await findHandOvers(newest);
      return rows.map(({ id, made_at, from, to, texts }) => ({
        id,
        at: isoOf(made_at),
        from,
        to,
        texts: Number(texts ?? 0),
      }));
    }),

    answer(handOver, async ({ body }, { person }) => ({
      texts: await handOverTexts(parts, person, body),
    })),

    answer(takeBackHandOver, ({ params: { id } }, { person }) =>
      takeBack(parts, person, id.toLowerCase()),
    ),
  ];
}
