import { type Answer, answer } from '../../../identity/answer.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Reader } from '../../../storage/storage.ts';
import {
  authorsPerPage,
  handOver,
  handOvers,
  handOversShown,
  importedAuthors,
  takeBackHandOver,
} from '../contract.ts';
import { type HandOverParts, handOverTexts, takeBack } from './hand-over.ts';
import './tables.ts';

/** Finds people without an account, the latest first. */
function findImported(db: Reader, before: string, limit: number) {
  let query = db
    .selectFrom('people')
    .leftJoin('imported_authors', 'imported_authors.person_id', 'people.id')
    .select(['people.id', 'name', 'blog_count', 'imported_authors.email as address'])
    .where('people.email', 'is', null)
    .where('people.subject', 'is', null)
    .orderBy('people.id', 'desc')
    .limit(limit);
  if (before) query = query.where('people.id', '<', before);
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
    answer(importedAuthors, async ({ query: { cursor } }) => {
      const found = await findImported(newest, cursor, authorsPerPage + 1);
      const rows = found.slice(0, authorsPerPage);
      const nextCursor = found.length > rows.length ? (rows.at(-1)?.id ?? null) : null;
      const authors = rows.map(({ id, name, blog_count, address }) => ({
        id,
        name,
        blogs: blog_count,
        hasAddress: address !== null,
      }));
      return { authors, nextCursor };
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
