import type { Reader } from '../storage/storage.ts';

/** The person's address where it is verified: anyone can create an account with another person's address. */
export async function provenEmailOf(
  db: Pick<Reader, 'selectFrom'>,
  personId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('people')
    .leftJoin('credentials', 'credentials.person_id', 'people.id')
    .select(['email', 'is_email_verified'])
    .where('people.id', '=', personId)
    .executeTakeFirst();
  // A person without credentials signed in by an identity provider, which vouches for the address.
  return row?.is_email_verified === 0 ? undefined : (row?.email ?? undefined);
}
