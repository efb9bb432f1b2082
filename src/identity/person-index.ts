import { personWords } from '../platform/text/person-words.ts';
import type { Write } from '../storage/storage.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Indexes a person by this name and address, and removes former ones. */
export async function indexPerson(
  { db }: Pick<Write, 'db'>,
  { id, name, email }: Named,
): Promise<void> {
  const words = personWords(name, email);
  await db
    .deleteFrom('person_words')
    .where('person_id', '=', id)
    .where('word', 'not in', words)
    .execute();
  await db
    .insertInto('person_words')
    .values(words.map((word) => ({ word, person_id: id })))
    .onConflict((conflict) => conflict.columns(['word', 'person_id']).doNothing())
    .execute();
}

/** The same, with the name and the address as read in this write. */
export async function indexPersonAgain({ db }: Pick<Write, 'db'>, id: string): Promise<void> {
  const row = await db
    .selectFrom('people')
    .select(['name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.email) await indexPerson({ db }, { id, name: row.name, email: row.email });
}
