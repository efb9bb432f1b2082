import { blogTags, tagNotFound } from '../../../blog/contract.ts';
import { tagKey } from '../../../blog/tags.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import { type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import type { Person } from '../../../identity/person.ts';
import type { Write } from '../../../storage/storage.ts';
import { sameTag, tagExists, tagInUse } from '../contract/manage.ts';

/** Which tag, and who changes it. */
export interface TagChange {
  readonly tag: string;
  readonly by: Pick<Person, 'id'>;
}

interface Named {
  readonly tag: string;
  readonly name: string;
}

/** Staff change tags one after the other; texts are saved meanwhile, and lock the rows of their tags. */
const lockKeys = ['tags'];
const access = 'staff';

/** A tag that stands for itself, by its key; its row is locked until the write ends. */
async function findStanding({ db }: Write, tag: string) {
  const row = await db
    .updateTable('tags')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('tag', '=', tag)
    .where('renamed_to', 'is', null)
    .returning(['tag', 'name', 'texts', 'is_named'])
    .executeTakeFirst();
  return row;
}

/** One tag in the place of another, and of those that had become the other; texts follow in the background. */
async function replaceTag({ db }: Write, from: string, to: string): Promise<void> {
  await db.updateTable('tags').set({ renamed_to: to }).where('renamed_to', '=', from).execute();
  await db
    .updateTable('tags')
    .set({ renamed_to: to, rewrite_from: '' })
    .where('tag', '=', from)
    .execute();
}

async function note(write: Write, { tag, by }: TagChange, action: string, label: string) {
  write.touch(blogTags.lists);
  const subject = { kind: 'tag', id: tag, label };
  await recordAudit(write, { by, action, subject });
}

/** Renames a tag in all texts. Throws `tag-not-found`, and `tag-exists` where another one is called so. */
export function changeName(parts: StaffParts, change: TagChange, name: string): Promise<Named> {
  const { tag: given, by } = change;
  const to = tagKey(name);
  const work = async (write: Write) => {
    const current = await findStanding(write, tagKey(given));
    if (!current) throw tagNotFound();
    const { tag } = current;
    if (to === tag) {
      const spelled = { name, is_named: 1, rewrite_from: '' };
      await write.db.updateTable('tags').set(spelled).where('tag', '=', tag).execute();
    } else {
      const other = await findStanding(write, to);
      if (other && (other.texts > 0 || other.is_named === 1)) throw tagExists();
      const named = { name, is_named: 1, renamed_to: null };
      await write.db
        .insertInto('tags')
        .values({ tag: to, ...named })
        .onConflict((conflict) => conflict.column('tag').doUpdateSet(named))
        .execute();
      await replaceTag(write, tag, to);
    }
    await note(write, { tag, by }, 'tag-renamed', `${current.name} → ${name}`);
    return { tag: to, name };
  };
  return writeAsStaff(parts, { person: by, access }, work, lockKeys);
}

/** Puts another tag in the place of one. Throws `tag-not-found` where either isn't there, and `same-tag`. */
export function mergeInto(parts: StaffParts, change: TagChange, into: string): Promise<Named> {
  const { tag: given, by } = change;
  const work = async (write: Write) => {
    const current = await findStanding(write, tagKey(given));
    const other = await findStanding(write, tagKey(into));
    if (!current || !other) throw tagNotFound();
    if (current.tag === other.tag) throw sameTag();
    await write.db.updateTable('tags').set({ is_named: 1 }).where('tag', '=', other.tag).execute();
    await replaceTag(write, current.tag, other.tag);
    await note(write, { tag: current.tag, by }, 'tag-merged', `${current.name} → ${other.name}`);
    return { tag: other.tag, name: other.name };
  };
  return writeAsStaff(parts, { person: by, access }, work, lockKeys);
}

/** Forgets a tag that no text has. Throws `tag-not-found`, and `tag-in-use` where one has it or still has a former name. */
export function removeTag(parts: StaffParts, { tag: given, by }: TagChange): Promise<void> {
  const work = async (write: Write) => {
    const current = await findStanding(write, tagKey(given));
    if (!current) throw tagNotFound();
    const formerInUse = await write.db
      .selectFrom('tags')
      .select('tag')
      .where('renamed_to', '=', current.tag)
      .where('texts', '>', 0)
      .executeTakeFirst();
    if (current.texts > 0 || formerInUse) throw tagInUse();
    await write.db.deleteFrom('tags').where('tag', '=', current.tag).execute();
    await note(write, { tag: current.tag, by }, 'tag-deleted', current.name);
  };
  return writeAsStaff(parts, { person: by, access }, work, lockKeys);
}
