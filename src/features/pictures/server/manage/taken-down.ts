import { visibleAuthorsNaming } from '../../../../blog/server/picture-uses.ts';
import { recordAudit, withoutNames } from '../../../../identity/audit-log.ts';
import { assertDecidesAll, assertIsOwner } from '../../../../identity/authority.ts';
import { type StaffParts, writeAsStaff } from '../../../../identity/owners.ts';
import { type Person, personTag } from '../../../../identity/person.ts';
import { ownPictureAddress } from '../../../../platform/text/own-picture.ts';
import { pictureNotFound } from '../../contract/manage.ts';
import {
  digestOf,
  dropForAll,
  isReferenced,
  isTakenDown,
  ownersOf,
  type WriteDb,
} from '../picture-store.ts';
import type { TakenDownPicturesTable } from '../tables.ts';

/** The cache tag of a picture's visibility. */
export const pictureTag = (name: string) => `picture:${digestOf(name)}`;

export interface ManageParts extends StaffParts {
  readonly now: () => number;
  /** The texts of the site settings. */
  readonly siteTexts: () => Promise<string>;
}

/**
 * Takes a picture down for good: it is hidden everywhere, can't be uploaded again, and the next sweep deletes its
 * files. It is about its owners and about the authors of the visible blogs that use it; owners decide where the site
 * settings use it. Idempotent. Throws `picture-not-found`, `owners-only`, `another-owners-only`.
 */
export function takeDown(
  parts: ManageParts,
  by: Person,
  { name, reason: given }: { readonly name: string; readonly reason: string },
): Promise<void> {
  return writeAsStaff(
    parts,
    { person: by, access: 'staff' },
    async (write) => {
      const at = parts.now();
      const owners = await ownersOf(write.db, name);
      const people = [...owners, ...(await visibleAuthorsNaming(write.db, name))];
      await assertDecidesAll(write, by, people, at);
      if ((await parts.siteTexts()).includes(name)) await assertIsOwner(write, by);
      if (await isTakenDown(write.db, name)) return;
      if (!(await isReferenced(write.db, name))) throw pictureNotFound();
      const reason = await withoutNames(write.db, given, people);
      await recordTakenDown(write.db, [{ digest: digestOf(name), name, reason, taken_at: at }]);
      const subject = { kind: 'picture', id: name, label: ownPictureAddress({ name }) };
      await recordAudit(write, { by, action: 'picture-taken-down', subject, reason, at });
      write.touch(pictureTag(name), ...owners.map(personTag));
    },
    [pictureTag(name)],
  );
}

/** Records pictures as taken down, and makes their files due for the next sweep; also used right after a restore. */
export async function recordTakenDown(
  db: WriteDb,
  pictures: readonly TakenDownPicturesTable[],
): Promise<void> {
  for (const picture of pictures) {
    await db
      .insertInto('taken_down_pictures')
      .values(picture)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await dropForAll(db, picture.name);
  }
}
