import type { Transaction } from 'kysely';
import { rowId } from '../../../../storage/row-id.ts';
import type { Schema } from '../../../../storage/schema.ts';

interface NamedPerson {
  readonly name: string;
  readonly photo?: string | null;
  readonly bio?: string | null;
}

interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly photo_url: string | null;
  readonly bio: string | null;
}

/** Names per query. */
const atOnce = 200;

/**
 * Finds or creates commenters without an account by their names. Their names identify them: the e-mail addresses that
 * they gave to the source site are not stored.
 */
export async function peopleNamed(
  db: Transaction<Schema>,
  wanted: readonly NamedPerson[],
): Promise<ReadonlyMap<string, KnownPerson>> {
  const byName = new Map(wanted.map((person) => [person.name, person]));
  const names = [...byName.keys()];
  const found = new Map<string, KnownPerson>();
  for (let at = 0; at < names.length; at += atOnce) {
    const rows = await db
      .selectFrom('people')
      .select(['id', 'name', 'photo_url', 'bio'])
      .where('name', 'in', names.slice(at, at + atOnce))
      .where('email', 'is', null)
      .where('subject', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    // The oldest person with a name comes last and replaces the others.
    for (const row of rows) found.set(row.name, row);
  }
  const missing = [...byName.values()].filter(({ name }) => !found.has(name));
  const created_at = Date.now();
  const rows = missing.map(({ name, photo = null, bio = null }) => ({
    id: rowId(),
    name,
    photo_url: photo,
    bio,
    created_at,
  }));
  for (let at = 0; at < rows.length; at += atOnce) {
    await db
      .insertInto('people')
      .values(rows.slice(at, at + atOnce))
      .execute();
  }
  for (const row of rows) found.set(row.name, row);
  return found;
}
