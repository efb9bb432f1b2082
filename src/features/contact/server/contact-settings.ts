import { hasOwner } from '../../../identity/owners.ts';
import { everything, type Reader, type Write } from '../../../storage/storage.ts';

const only = 'site';

export interface ContactSettings {
  readonly isOn: boolean;
  /** The address that messages are forwarded to; null to forward none. */
  readonly forwardTo: string | null;
}

export async function findContactSettings(
  db: Pick<Reader, 'selectFrom'>,
): Promise<ContactSettings> {
  const row = await db.selectFrom('contact_settings').selectAll().executeTakeFirst();
  return { isOn: row?.is_on === 1, forwardTo: row?.forward_to ?? null };
}

/** Whether messages are accepted: false without a stored setting, undefined on a site without an owner. */
export async function findContactSwitch(
  db: Pick<Reader, 'selectFrom'>,
): Promise<boolean | undefined> {
  const row = await db.selectFrom('contact_settings').select('is_on').executeTakeFirst();
  if (row) return row.is_on === 1;
  return (await hasOwner(db)) ? false : undefined;
}

/** Switches messages on when the first owner claims the site; an existing setting stays. */
export async function takeMessages({ db, touch }: Write): Promise<void> {
  await db
    .insertInto('contact_settings')
    .values({ id: only, is_on: 1, forward_to: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  touch(everything);
}

/** Drops every cached page, since each may contain the form. */
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
