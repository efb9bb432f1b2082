import type { Replacement } from '../../../../identity/define-feature.ts';
import { listed } from '../../../../identity/since-backup.ts';
import type { Reader } from '../../../../storage/storage.ts';
import { profileFields } from '../../contract/manage.ts';
import { type Clearing, clearValue, columns, findProfile } from './cleared-profiles.ts';
import { recordTakenDown } from './taken-down.ts';

const takenDownIn = (db: Reader) => db.selectFrom('taken_down_pictures').selectAll().execute();

interface KnownClearing extends Clearing {
  readonly name: string;
}

/** Acts on a field of profiles since the backup, by person, the oldest first. */
async function actsSince({ restored, replaced }: Replacement, acts: readonly string[]) {
  const read = (db: Reader) =>
    db
      .selectFrom('acts')
      .select(['id', 'act', 'subject_id', 'reason'])
      .where('act', 'in', acts)
      .orderBy('id')
      .execute();
  const known = new Set((await read(restored)).map(({ id }) => id));
  const since = (await read(replaced)).filter(({ id }) => !known.has(id));
  return Map.groupBy(since, ({ subject_id }) => subject_id);
}

/** What staff cleared of profiles since the backup and didn't put back, where the backup shows it. */
async function clearedSince(replacement: Replacement): Promise<readonly KnownClearing[]> {
  const { restored, replaced } = replacement;
  const found: KnownClearing[] = [];
  for (const field of profileFields) {
    const cleared = `${field}-cleared`;
    for (const [personId, acts] of await actsSince(replacement, [cleared, `${field}-put-back`])) {
      const last = acts.at(-1);
      const then = await findProfile(restored, personId);
      const value = then?.[columns[field]];
      const valueNow = (await findProfile(replaced, personId))?.[columns[field]];
      if (!then || !value || value === valueNow || last?.act !== cleared) continue;
      const kept = await replaced
        .selectFrom('cleared_profiles')
        .select('value')
        .where('person_id', '=', personId)
        .where('field', '=', field)
        .executeTakeFirst();
      // The cleared value is kept for some days. Another one was written after the backup: staff didn't clear this one.
      if (acts.length === 1 && kept && kept.value !== value) continue;
      found.push({ personId, field, value, reason: last.reason, name: then.name });
    }
  }
  return found;
}

/** Keeps down, and cleared, after a restore, what staff took down and cleared since the backup. */
export async function picturesSinceBackup(replacement: Replacement): Promise<readonly string[]> {
  const { restored, replaced, isKept, now } = replacement;
  const known = new Set((await takenDownIn(restored)).map(({ digest }) => digest));
  const since = (await takenDownIn(replaced)).filter(({ digest }) => !known.has(digest));
  if (isKept) await recordTakenDown(restored, since);
  const cleared = await clearedSince(replacement);
  if (isKept) for (const one of cleared) await clearValue(restored, one, now);
  const names = cleared.map(({ field, name }) => `the ${field} of ${name}`);
  return [
    ...(since.length > 0
      ? [
          `${since.length} pictures that were taken down since ${isKept ? 'stay so' : 'are served again'}.`,
        ]
      : []),
    ...(names.length > 0
      ? [`Cleared since, and ${isKept ? 'still so' : 'shown again'}: ${listed(names)}.`]
      : []),
  ];
}
