import type { Reader } from '../../../storage/storage.ts';
import type { TextKind } from '../../held.ts';
import { allTexts } from '../texts.ts';

export const textTables = { blog: 'blogs', comment: 'comments' } as const;
/** Bound parameters of one statement. */
export const atOnce = 500;

/** The state of each of these texts that is there. */
export async function textsAmong(db: Reader, kind: TextKind, ids: readonly string[]) {
  const found = new Map<string, { readonly state: string; readonly moderation: string }>();
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await allTexts(db)
      .selectFrom(textTables[kind])
      .select(['id', 'state', 'moderation'])
      .where('id', 'in', ids.slice(from, from + atOnce))
      .execute();
    for (const { id, ...row } of rows) found.set(id, row);
  }
  return found;
}
