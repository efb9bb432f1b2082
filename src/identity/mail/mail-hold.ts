import type { Reader } from '../../storage/storage.ts';

const only = 'site';

/**
 * Since when nothing goes to readers, and nothing that was caused before: from a restore until an owner says which of the
 * copies speaks. Undefined on a site that may send.
 */
export async function findHold(db: Pick<Reader, 'selectFrom'>): Promise<number | undefined> {
  const row = await db.selectFrom('mail_hold').select('since').executeTakeFirst();
  return row?.since;
}

/** For a database that was put back from a backup. */
export async function holdMail(db: Pick<Reader, 'insertInto'>, since: number): Promise<void> {
  await db
    .insertInto('mail_hold')
    .values({ id: only, since })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ since }))
    .execute();
}
