import type { Replacement } from '../../../identity/define-feature.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Keeps the recorded end of each consent. */
async function keepEnds(restored: Reader, replaced: Reader): Promise<void> {
  const ended = await replaced
    .selectFrom('newsletter_consents')
    .select(['id', 'ended_at', 'ended_by'])
    .where('ended_at', 'is not', null)
    .execute();
  for (const { id, ...end } of ended) {
    await restored
      .updateTable('newsletter_consents')
      .set(end)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  }
}

/** People who unsubscribed after the backup was made stay unsubscribed. */
export async function subscribersSinceBackup({ restored, replaced, isKept }: Replacement) {
  const read = (db: Reader) =>
    db.selectFrom('subscribers').select(['email', 'stopped_at']).execute();
  const now = new Map((await read(replaced)).map(({ email, stopped_at }) => [email, stopped_at]));
  let count = 0;
  if (isKept) await keepEnds(restored, replaced);
  for (const { email, stopped_at } of await read(restored)) {
    const stopped = now.get(email);
    if (stopped_at !== null || stopped === null) continue;
    count += 1;
    if (!isKept) continue;
    if (stopped === undefined) {
      await restored.deleteFrom('subscribers').where('email', '=', email).execute();
    } else {
      const ended = { stopped_at: stopped };
      await restored.updateTable('subscribers').set(ended).where('email', '=', email).execute();
    }
  }
  if (count === 0) return [];
  return [
    `${count} addresses that unsubscribed since ${isKept ? 'stay so' : 'are subscribed again'}.`,
  ];
}
