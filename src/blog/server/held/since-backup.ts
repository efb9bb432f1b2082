import type { Replacement } from '../../../identity/define-feature.ts';
import { listed } from '../../../identity/since-backup.ts';
import type { Reader } from '../../../storage/storage.ts';
import { type BlogMark, type TextKind, textKinds } from '../../held.ts';
import { allTexts } from '../texts.ts';
import { goneSinceBackup } from './gone-since-backup.ts';
import { textsAmong, textTables } from './texts-among.ts';

/** Texts that staff removed for good since the backup, including those already deleted. */
async function removedSince(db: Reader, kind: TextKind) {
  const rows = await db
    .selectFrom('acts')
    .select(['subject_id', 'subject_label'])
    .where('act', '=', `${kind}-removed`)
    .execute();
  const there = await allTexts(db).selectFrom(textTables[kind]).select('id').execute();
  const standing = new Set(there.map(({ id }) => id));
  return rows.filter(({ subject_id }) => !standing.has(subject_id));
}

/** Reapplies holds and removals by staff that are newer than a restored backup. */
async function keepTakenDown({ restored, replaced, isKept, now }: Replacement) {
  const labels: string[] = [];
  for (const kind of textKinds) {
    const table = textTables[kind];
    const held = await replaced
      .selectFrom('moderation_holds')
      .selectAll()
      .where('kind', '=', kind)
      .execute();
    const gone = await removedSince(replaced, kind);
    const ids = [...held.map(({ id }) => id), ...gone.map(({ subject_id }) => subject_id)];
    const texts = await textsAmong(restored, kind, ids);
    const isFree = (id: string) => texts.get(id)?.moderation === 'none';
    for (const hold of held.filter(({ id }) => isFree(id))) {
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
    for (const { subject_id: id, subject_label } of gone.filter((one) => isFree(one.subject_id))) {
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

/** Reapplies the flags that staff set on blogs since the backup. */
async function keepMarks({ restored, replaced, isKept }: Replacement) {
  const read = (db: Reader) => db.selectFrom('blog_marks').selectAll().execute();
  const nameOf = (row: { mark: string; blog_id: string }) => `${row.mark} ${row.blog_id}`;
  const then = new Set((await read(restored)).map(nameOf));
  const set = (await read(replaced)).filter((row) => !then.has(nameOf(row)));
  const blogs = await textsAmong(
    restored,
    'blog',
    set.map(({ blog_id }) => blog_id),
  );
  const added = set.filter(({ blog_id }) => blogs.has(blog_id));
  if (added.length === 0) return [];
  if (isKept) {
    for (const row of added) await restored.insertInto('blog_marks').values(row).execute();
  }
  const countOf = (mark: BlogMark) => added.filter((row) => row.mark === mark).length;
  return [
    `Staff closed the comments of ${countOf('locked')} blogs and took ${countOf('unfeatured')} out of the featured since, which ${isKept ? 'stay so' : 'are as they were then'}.`,
  ];
}

/** What staff decided about texts since the backup stays so; what their authors took away is reported. */
export async function textsSinceBackup(replacement: Replacement): Promise<readonly string[]> {
  return [
    ...(await keepTakenDown(replacement)),
    ...(await keepMarks(replacement)),
    ...(await goneSinceBackup(replacement)),
  ];
}
