import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../storage/schema.ts';
import type { Storage } from '../../../storage/storage.ts';
import { isVisible } from '../../life.ts';
import { distinctTags, joinTags, splitTags, tagKey } from '../../tags.ts';
import { allTexts, lifeColumns, lifeOf } from '../texts.ts';

type Db = Transaction<Schema>;

/** A tag by any of its spellings. */
interface Spelled {
  readonly tag: string;
  readonly name: string;
}

/** Whether a new spelling replaces the old one: no reader sees the tag, and staff didn't name it. */
const isUnseen = sql`tags.blogs = 0 and tags.is_named = 0 and tags.renamed_to is null
  and tags.name <> excluded.name`;

/**
 * The tags of a text in the site's spelling, under the names that staff gave them. Inserts new ones. Call it before the
 * text is compared and stored. The rows stay locked until the write ends, which blocks a concurrent rename.
 */
export async function spellTags(db: Db, tags: string): Promise<string> {
  const names = distinctTags(splitTags(tags));
  if (names.length === 0) return '';
  const known = await noteSpellings(
    db,
    names.map((name) => ({ tag: tagKey(name), name })),
  );
  const successors = new Set([...known.values()].flatMap(({ renamed_to }) => renamed_to ?? []));
  const current = await lockNames(db, [...successors].sort());
  return joinTags(
    distinctTags(
      names.map((name) => {
        const row = known.get(tagKey(name));
        return current.get(row?.renamed_to ?? '') ?? row?.name ?? name;
      }),
    ),
  );
}

/** The first spelling that readers see stays; until then the last one wins, and the other texts follow it. */
async function noteSpellings(db: Db, names: readonly Spelled[]) {
  const rows = await db
    .insertInto('tags')
    // Sorted, so that two writes lock shared rows in the same order and can't deadlock.
    .values(names.toSorted((one, other) => (one.tag < other.tag ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('tag').doUpdateSet({
        name: sql`case when ${isUnseen} then excluded.name else tags.name end`,
        rewrite_from: sql`case when ${isUnseen} and tags.texts > 0 then '' else tags.rewrite_from end`,
      }),
    )
    .returning(['tag', 'name', 'renamed_to'])
    .execute();
  return new Map(rows.map((row) => [row.tag, row]));
}

async function lockNames(db: Db, tags: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (tags.length === 0) return new Map();
  const rows = await db
    .updateTable('tags')
    .set({ name: sql.ref('name') })
    .where('tag', 'in', tags)
    .returning(['tag', 'name'])
    .execute();
  return new Map(rows.map(({ tag, name }) => [tag, name]));
}

/** Stores the tags of a blog, as `spellTags` returned them, after the blog's row, whatever its state. */
export async function noteTags(db: Db, blogId: string, tags: string): Promise<void> {
  const keys = splitTags(tags).map(tagKey).sort();
  const others = db.deleteFrom('blog_tags').where('blog_id', '=', blogId);
  if (keys.length === 0) {
    await others.execute();
    return;
  }
  await others.where('tag', 'not in', keys).execute();
  const row = await allTexts(db)
    .selectFrom('blogs')
    .select(['created_at', ...lifeColumns])
    .where('id', '=', blogId)
    .executeTakeFirstOrThrow();
  const of = {
    blog_id: blogId,
    created_at: row.created_at,
    visible: isVisible(lifeOf(row)) ? 1 : 0,
  };
  await db
    .insertInto('blog_tags')
    .values(keys.map((tag) => ({ tag, ...of })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Rows deleted per write. */
const unusedAtOnce = 100;

/** Deletes tags that no blog has and that staff didn't name. */
export async function forgetUnusedTags(storage: Storage): Promise<void> {
  const forget = () =>
    storage.write(
      async ({ db }) => {
        const gone = await db
          .deleteFrom('tags')
          .where('tag', 'in', (from) =>
            from
              .selectFrom('tags as unused')
              .select('unused.tag')
              .where('unused.texts', '=', 0)
              .where('unused.is_named', '=', 0)
              .where('unused.renamed_to', 'is', null)
              .limit(unusedAtOnce),
          )
          // Checked again: a blog may use it since.
          .where('texts', '=', 0)
          .returning('tag')
          .execute();
        return gone.length;
      },
      { lockKeys: [] },
    );
  while ((await forget()) === unusedAtOnce);
}
