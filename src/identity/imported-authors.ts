import type { Write } from '../storage/storage.ts';
import { normalEmail } from './person.ts';

/** Change tag: a commit with it may have verified the address of an imported author. */
export const provenAddressTag = 'proven-addresses';
/** Longest address that is stored (RFC 5321, 4.5.3.1.3). */
const emailMax = 254;

/**
 * Stores the normalized address of an imported author from an export: the account that verifies it gets the author's
 * texts. Does nothing where the address is invalid, or the author has one already.
 */
export async function rememberAuthorAddress(
  { db, touch }: Write,
  personId: string,
  given: string,
): Promise<void> {
  const email = normalEmail(given);
  const at = email.lastIndexOf('@');
  if (email.length > emailMax || at < 1 || at === email.length - 1 || /\s/.test(email)) return;
  const added = await db
    .insertInto('imported_authors')
    .values({ person_id: personId, email })
    // Two imported people of the same name share an author: the first address stays.
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .returning('person_id')
    .executeTakeFirst();
  if (added) touch(provenAddressTag);
}

/**
 * Call it in the write in which a person verifies an address or signs in: it triggers the assignment of imported texts.
 */
export async function noteProvenAddress({ db, touch }: Write, personId: string): Promise<void> {
  const waiting = await db
    .selectFrom('people')
    .innerJoin('imported_authors', 'imported_authors.email', 'people.email')
    .select('imported_authors.person_id')
    .where('people.id', '=', personId)
    .limit(1)
    .executeTakeFirst();
  if (waiting) touch(provenAddressTag);
}
