import { problem } from '../platform/contract/problems.ts';
import type { Write } from '../storage/storage.ts';

/**
 * Throws `not-signed-in` where the account went after the request's session was read. It stays until the write ends:
 * an account is deleted alone among all writes.
 */
export async function assertMember({ db }: Write, personId: string): Promise<void> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .executeTakeFirst();
  if (!row) throw problem('not-signed-in');
}
