import { type SqlBool, sql } from 'kysely';
import { fold } from '../../../platform/text/fold.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Authors whom one name may mean. */
const authorsMax = 20;
/** People whose names are looked at for these. */
const lookedAtMax = 500;

const wordsOf = (name: string) => fold(name).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Ids of authors of visible blogs, in whose names words begin with each of these. People are known by their addresses as
 * well, which nobody may find them by: so the name itself is looked at.
 */
export async function findAuthors(
  db: Reader,
  beginnings: readonly string[],
): Promise<readonly string[]> {
  const [longest = ''] = beginnings.toSorted((one, other) => other.length - one.length);
  const known = db
    .selectFrom('person_words')
    .select('person_id')
    .where('word', '>=', longest)
    .where('word', '<', `${longest}\u{10ffff}`)
    .orderBy('word')
    .limit(lookedAtMax)
    .as('known');
  const people = await db
    .selectFrom(known)
    .innerJoin('people', 'people.id', 'known.person_id')
    .select(['people.id', 'people.name'])
    .where(
      sql<SqlBool>`exists (select 1 from published_blogs where author_id = people.id)`,
    )
    .execute();
  const named = people.filter(({ name }) => {
    const words = wordsOf(name);
    return beginnings.every((start) => words.some((word) => word.startsWith(start)));
  });
  return [...new Set(named.map(({ id }) => id))].slice(0, authorsMax);
}
