import { blogTags, tagNotFound } from '../../../blog/contract.ts';
import { tagKey } from '../../../blog/tags.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import { type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import type { Person } from '../../../identity/person.ts';
import type { Write } from '../../../storage/storage.ts';
import { sameTag, tagExists, tagInUse } from '../contract/manage.ts';

/** The tag, and the staff member who changes it. */
export interface TagChange {
  readonly tag: string;
  readonly by: Pick<Person, 'id'>;
}

interface Named {
  readonly tag: string;
  readonly name: string;
}

/** Changes of tags by staff are serialized. Saves of texts are not: they lock the rows of their tags. */
const lockKeys = ['tags'];
const access = 'staff';

/** Finds a tag by its key, unless it was replaced by another; locks its row until the write ends. */
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

/** Replaces a tag, and every tag that it had replaced, by another; the texts are rewritten in the background. */
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

/** Renames a tag in all texts. Throws `tag-not-found`, and `tag-exists` if another tag has the name. */
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

/** Replaces a tag by another. Throws `tag-not-found` if either is missing, and `same-tag`. */
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

/** Deletes an unused tag. Throws `tag-not-found`, and `tag-in-use` if a text has the tag or a tag that it replaced. */
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
