import type { Reader } from '../../storage/storage.ts';

const only = 'site';

/**
 * Start of the hold on e-mails to readers, and of those queued before: from a restore until an owner confirms that this
 * copy of the site is live. Undefined where sending is allowed.
 */
export async function findHold(db: Pick<Reader, 'selectFrom'>): Promise<number | undefined> {
  const row = await db.selectFrom('mail_hold').select('since').executeTakeFirst();
  return row?.since;
}

/** Called for a database restored from a backup. */
export async function holdMail(db: Pick<Reader, 'insertInto'>, since: number): Promise<void> {
  await db
    .insertInto('mail_hold')
    .values({ id: only, since })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ since }))
    .execute();
}
