import type { Transaction } from 'kysely';
import { wroteOnlyComments } from '../../../../blog/server/wrote-only-comments.ts';
import { normalEmail } from '../../../../identity/person.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Schema } from '../../../../storage/schema.ts';

/** Somebody who commented on a site whose export doesn't identify people by ids. */
export interface Commenter {
  readonly name: string;
  /** Compared with the addresses of imported authors, and not stored. */
  readonly email?: string | undefined;
}

/** Values per query. */
const atOnce = 200;

function* batches(values: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < values.length; at += atOnce) yield values.slice(at, at + atOnce);
}

/** The imported authors with these addresses, in the order of their ids. */
async function authorsWith(db: Transaction<Schema>, emails: readonly string[]) {
  const found = [];
  for (const some of batches(emails)) {
    const rows = await db
      .selectFrom('imported_authors')
      .innerJoin('people', 'people.id', 'imported_authors.person_id')
      .select(['people.id', 'name', 'imported_authors.email as address'])
      .where('imported_authors.email', 'in', some)
      .where('people.email', 'is', null)
      .where('people.subject', 'is', null)
      .orderBy('people.id')
      .execute();
    found.push(...rows);
  }
  return found;
}

/** The ids of commenters by their names. */
async function idsByName(db: Transaction<Schema>, names: readonly string[]) {
  const ids = new Map<string, string>();
  for (const some of batches(names)) {
    const rows = await db
      .selectFrom('people')
      .leftJoin('imported_authors', 'imported_authors.person_id', 'people.id')
      .select(['people.id', 'name'])
      .where('name', 'in', some)
      .where('people.email', 'is', null)
      .where('subject', 'is', null)
      .where('imported_authors.person_id', 'is', null)
      .where(wroteOnlyComments)
      .orderBy('people.id', 'desc')
      .execute();
    // The oldest person with a name comes last and replaces the others.
    for (const { id, name } of rows) ids.set(name, id);
  }
  return ids;
}

/**
 * Finds or creates commenters without an account. Only an equal address makes a commenter one of the imported authors:
 * anybody can comment under an author's name. All others are identified by their names, among commenters.
 */
export async function commenterIds(
  db: Transaction<Schema>,
  wanted: readonly Commenter[],
): Promise<(commenter: Commenter) => string | undefined> {
  const emailOf = ({ email }: Commenter) => email && normalEmail(email);
  const emails = [...new Set(wanted.map(emailOf))].filter((email) => email !== undefined);
  const authors = await authorsWith(db, emails);
  const authorIdOf = (commenter: Commenter) => {
    const email = emailOf(commenter);
    const same = email ? authors.filter(({ address }) => address === email) : [];
    return (same.find(({ name }) => name === commenter.name) ?? same[0])?.id;
  };
  const others = wanted.filter((commenter) => authorIdOf(commenter) === undefined);
  const names = [...new Set(others.map(({ name }) => name))];
  const ids = await idsByName(db, names);
  const created_at = Date.now();
  const rows = names
    .filter((name) => !ids.has(name))
    .map((name) => ({ id: rowId(), name, created_at }));
  for (let at = 0; at < rows.length; at += atOnce) {
    await db
      .insertInto('people')
      .values(rows.slice(at, at + atOnce))
      .execute();
  }
  for (const { id, name } of rows) ids.set(name, id);
  return (commenter) => authorIdOf(commenter) ?? ids.get(commenter.name);
}
