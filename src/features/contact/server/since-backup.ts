import { isDeepStrictEqual } from 'node:util';
import type { Replacement } from '../../../identity/define-feature.ts';
import type { Reader } from '../../../storage/storage.ts';
import { findContactSettings } from './contact-settings.ts';

async function keepDeletions({ restored, replaced, isKept }: Replacement) {
  const read = (db: Reader) =>
    db.selectFrom('contact_messages').select(['id', 'ends_at']).execute();
  const now = new Map((await read(replaced)).map(({ id, ends_at }) => [id, ends_at]));
  let count = 0;
  for (const { id, ends_at } of await read(restored)) {
    const endsAt = now.get(id);
    if (endsAt === null || (endsAt !== undefined && ends_at !== null)) continue;
    count += 1;
    if (!isKept) continue;
    if (endsAt === undefined) {
      await restored.deleteFrom('contact_messages').where('id', '=', id).execute();
    } else {
      const end = { ends_at: endsAt };
      await restored.updateTable('contact_messages').set(end).where('id', '=', id).execute();
    }
  }
  if (count === 0) return [];
  return [`${count} messages that were deleted since ${isKept ? 'stay so' : 'are back'}.`];
}

/** Messages that were deleted after the backup was made stay deleted; the form's settings are as they were then. */
export async function messagesSinceBackup(replacement: Replacement): Promise<readonly string[]> {
  const { restored, replaced } = replacement;
  const [then, since] = [await findContactSettings(restored), await findContactSettings(replaced)];
  return [
    ...(await keepDeletions(replacement)),
    ...(isDeepStrictEqual(then, since)
      ? []
      : [
          'Settings of the contact form that were changed since, such as whom it forwards to, are as they were then. Look through Manage, Messages.',
        ]),
  ];
}
