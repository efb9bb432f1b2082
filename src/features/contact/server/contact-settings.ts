import { everything, type Reader, type Write } from '../../../storage/storage.ts';

const only = 'site';

export interface ContactSettings {
  readonly isOn: boolean;
  /** Where messages are sent on to; null for nowhere. */
  readonly forwardTo: string | null;
}

export async function findContactSettings(
  db: Pick<Reader, 'selectFrom'>,
): Promise<ContactSettings> {
  const row = await db.selectFrom('contact_settings').selectAll().executeTakeFirst();
  return { isOn: row?.is_on === 1, forwardTo: row?.forward_to ?? null };
}

/** The form is another one then, on every page that is kept. */
export async function saveContactSettings(
  { db, touch }: Write,
  { isOn, forwardTo }: ContactSettings,
): Promise<void> {
  const values = { is_on: isOn ? 1 : 0, forward_to: forwardTo };
  await db
    .insertInto('contact_settings')
    .values({ id: only, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  touch(everything);
}
