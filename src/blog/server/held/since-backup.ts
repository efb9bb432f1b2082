import type { Replacement } from '../../../identity/define-feature.ts';
import { listed } from '../../../identity/since-backup.ts';
import type { Reader } from '../../../storage/storage.ts';
import { allTexts } from '../texts.ts';

const kinds = ['blog', 'comment'] as const;
const tables = { blog: 'blogs', comment: 'comments' } as const;
/** Bound parameters of one statement. */
const atOnce = 500;

async function visibleAmong(db: Reader, kind: (typeof kinds)[number], ids: readonly string[]) {
  const found: string[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await allTexts(db)
      .selectFrom(tables[kind])
      .select('id')
      .where('id', 'in', ids.slice(from, from + atOnce))
      .where('moderation', '=', 'none')
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return new Set(found);
}

/** Texts that staff removed for good since the backup, including those already deleted. */
async function removedSince(db: Reader, kind: (typeof kinds)[number]) {
  const rows = await db
    .selectFrom('acts')
    .select(['subject_id', 'subject_label'])
    .where('act', '=', `${kind}-removed`)
    .execute();
  const there = await allTexts(db).selectFrom(tables[kind]).select('id').execute();
  const standing = new Set(there.map(({ id }) => id));
  return rows.filter(({ subject_id }) => !standing.has(subject_id));
}

/** Reapplies holds and removals by staff that are newer than a restored backup. */
export async function textsSinceBackup({ restored, replaced, isKept, now }: Replacement) {
  const labels: string[] = [];
  for (const kind of kinds) {
    const table = tables[kind];
    const held = await replaced
      .selectFrom('moderation_holds')
      .selectAll()
      .where('kind', '=', kind)
      .execute();
    const gone = await removedSince(replaced, kind);
    const ids = [...held.map(({ id }) => id), ...gone.map(({ subject_id }) => subject_id)];
    const visible = await visibleAmong(restored, kind, ids);
    for (const hold of held.filter(({ id }) => visible.has(id))) {
      labels.push(`“${hold.label}”`);
      if (!isKept) continue;
      const { state: moderation } = hold;
      await allTexts(restored)
        .updateTable(table)
        .set({ moderation })
        .where('id', '=', hold.id)
        .execute();
      await restored.insertInto('moderation_holds').values(hold).execute();
    }
    for (const { subject_id: id, subject_label } of gone.filter((one) =>
      visible.has(one.subject_id),
    )) {
      labels.push(`“${subject_label}”`);
      const removed = { state: 'removed', removed_until: now };
      if (isKept)
        await allTexts(restored).updateTable(table).set(removed).where('id', '=', id).execute();
    }
  }
  if (labels.length === 0) return [];
  return [
    isKept
      ? `Taken down since, and still so: ${listed(labels)}.`
      : `Visible again, though taken down since: ${listed(labels)}.`,
  ];
}
