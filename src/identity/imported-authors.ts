import type { Write } from '../storage/storage.ts';
import { normalEmail } from './person.ts';

/** A commit that touches it may have proved the address of an imported author. */
export const provenAddressTag = 'proven-addresses';
/** Longest address that is kept (RFC 5321, 4.5.3.1.3). */
const emailMax = 254;

/**
 * Keeps the address that an export gives of an imported author, in whatever spelling: what they wrote becomes the account's
 * that proves it. Nothing happens where it is no address, or where one is known.
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
    // Of two people of one name none gets what the other wrote.
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .returning('person_id')
    .executeTakeFirst();
  if (added) touch(provenAddressTag);
}

/** To be called in the write in which a person proves an address, or signs in: what waits for them is looked for then. */
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
