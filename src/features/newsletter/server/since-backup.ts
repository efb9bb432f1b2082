import type { Replacement } from '../../../identity/define-feature.ts';
import type { Reader } from '../../../storage/storage.ts';

const readConsents = (db: Reader) =>
  db
    .selectFrom('newsletter_consents')
    .select(['id', 'email', 'confirmed_at', 'ended_at', 'ended_by'])
    .execute();

/** Adds the consents of readers who unsubscribed after the backup was made and came back. */
async function addRenewed({ restored, replaced }: Replacement, known: ReadonlySet<string>) {
  const rows = await restored.selectFrom('subscribers').select('email').execute();
  const subscribed = new Set(rows.map(({ email }) => email));
  for (const { id, email, confirmed_at, ended_at } of await readConsents(replaced)) {
    const isOpen = confirmed_at !== null && ended_at === null;
    if (!isOpen || known.has(id) || !subscribed.has(email)) continue;
    const consent = await replaced
      .selectFrom('newsletter_consents')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await restored
      .insertInto('newsletter_consents')
      .values(consent)
      .onConflict((conflict) => conflict.column('email').where('ended_at', 'is', null).doNothing())
      .execute();
  }
}

/**
 * Consents that ended or were deleted after the backup was made stay so. Resolves to the number of deleted ones. The
 * subscribers are as they will be.
 */
async function consentsSinceBackup(replacement: Replacement): Promise<number> {
  const { restored, replaced, isKept, now } = replacement;
  const since = new Map((await readConsents(replaced)).map((row) => [row.id, row]));
  const then = await readConsents(restored);
  const deleted = then.filter(({ id }) => !since.has(id));
  if (!isKept) return deleted.length;
  for (const { id } of deleted) {
    await restored.deleteFrom('newsletter_consents').where('id', '=', id).execute();
  }
  for (const { id, ended_at } of then) {
    const known = since.get(id);
    if (ended_at !== null || !known || known.ended_at === null) continue;
    const end = { ended_at: known.ended_at, ended_by: known.ended_by };
    await restored.updateTable('newsletter_consents').set(end).where('id', '=', id).execute();
  }
  await addRenewed(replacement, new Set(then.map(({ id }) => id)));
  // Subscriptions whose end an older version didn't record.
  await restored
    .updateTable('newsletter_consents')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .where('email', 'not in', restored.selectFrom('subscribers').select('email'))
    .execute();
  return deleted.length;
}

/** People who unsubscribed after the backup was made stay unsubscribed. */
export async function subscribersSinceBackup(replacement: Replacement) {
  const { restored, replaced, isKept } = replacement;
  const read = (db: Reader) =>
    db.selectFrom('subscribers').select(['email', 'stopped_at']).execute();
  const now = new Map((await read(replaced)).map(({ email, stopped_at }) => [email, stopped_at]));
  let count = 0;
  for (const { email, stopped_at } of await read(restored)) {
    const stopped = now.get(email);
    if (stopped === null || (stopped !== undefined && stopped_at !== null)) continue;
    count += 1;
    if (!isKept) continue;
    if (stopped === undefined) {
      await restored.deleteFrom('subscribers').where('email', '=', email).execute();
    } else {
      const ended = { stopped_at: stopped };
      await restored.updateTable('subscribers').set(ended).where('email', '=', email).execute();
    }
  }
  const deleted = await consentsSinceBackup(replacement);
  return [
    ...(count > 0
      ? [
          `${count} addresses that unsubscribed since ${isKept ? 'stay so' : 'are subscribed again'}.`,
        ]
      : []),
    ...(deleted > 0
      ? [
          `${deleted} consents to the newsletter that were deleted since ${isKept ? 'stay so' : 'are back'}.`,
        ]
      : []),
  ];
}
