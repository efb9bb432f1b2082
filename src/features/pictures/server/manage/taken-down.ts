import { recordAudit } from '../../../../identity/audit-log.ts';
import { writeAsStaff } from '../../../../identity/owners.ts';
import { isStaff, type Person, personTag } from '../../../../identity/person.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { ownPictureAddress } from '../../../../platform/text/own-picture.ts';
import type { WriteLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { ownersActOnStaff, pictureNotFound } from '../../contract/manage.ts';
import {
  digestOf,
  dropForAll,
  isAnybodys,
  isTakenDown,
  ownersOf,
  type WriteDb,
} from '../picture-store.ts';
import type { TakenDownPicturesTable } from '../tables.ts';

/** The tag of who may see a picture. */
export const pictureTag = (name: string) => `picture:${digestOf(name)}`;

/** More than anybody looks at. */
export const actRule: RateRule = { name: 'picture-acts', limit: 120, perMs: 60_000 };

/** By the roles as they stand in this write. Throws `owners-act-on-staff` where one of these people is staff and `by` is no owner. */
export async function assertMayActOn(
  { db }: Pick<Write, 'db'>,
  by: Pick<Person, 'id'>,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = await db
    .selectFrom('people')
    .select(['id', 'role'])
    .where('id', 'in', [...people, by.id])
    .execute();
  if (rows.some(({ id, role }) => id === by.id && role === 'owner')) return;
  if (rows.some((row) => people.includes(row.id) && isStaff(row))) throw ownersActOnStaff();
}

export interface ManageParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly now: () => number;
}

/**
 * Takes a picture down for good: nobody sees it from now on, whatever names it, and nobody can send it again. Its files go
 * with the next sweep. Doing it twice does nothing. Throws `picture-not-found`, `owners-act-on-staff`.
 */
export function takeDown(
  { storage, limiter, now }: ManageParts,
  by: Person,
  { name, reason }: { readonly name: string; readonly reason: string },
): Promise<void> {
  return writeAsStaff(
    storage,
    { person: by, access: 'staff' },
    async (write) => {
      await limiter.takeWithin(write, actRule, by.id);
      const owners = await ownersOf(write.db, name);
      await assertMayActOn(write, by, owners);
      if (await isTakenDown(write.db, name)) return;
      if (!(await isAnybodys(write.db, name))) throw pictureNotFound();
      const at = now();
      await keepDown(write.db, [{ digest: digestOf(name), name, reason, taken_at: at }]);
      const subject = { kind: 'picture', id: name, label: ownPictureAddress({ name }) };
      await recordAudit(write, { by, action: 'picture-taken-down', subject, reason, at });
      write.touch(pictureTag(name), ...owners.map(personTag));
    },
    [pictureTag(name)],
  );
}

/** Notes pictures as taken down, and has the next sweep remove their files; also in a site that was just restored. */
export async function keepDown(
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
