import { type Kysely, sql } from 'kysely';

/** Triggers keep the new table up to date, whichever version writes the texts. */
export const compatibleFrom = '0026-schema-compatibility';

/** At most this many picture references of a text are recorded. */
const namedMax = 2_000;
/** Length of a picture's name up to and including the dot: `0123…-1280x800-a0b1c2.` has 44 to 50 characters. */
const nameEnds = 'between 44 and 50';

/** Picture references of texts; pictures that staff took down for good; profile fields that staff cleared. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('picture_uses')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('text_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('picture_uses_key', ['name', 'text_id'])
    .execute();
  await db.schema
    .createIndex('picture_uses_text_id')
    .on('picture_uses')
    .column('text_id')
    .execute();
  await db.schema.createIndex('people_photo_url').on('people').column('photo_url').execute();
  await db.schema
    .createTable('taken_down_pictures')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('taken_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('cleared_profiles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('cleared_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('cleared_profiles_person_id')
    .on('cleared_profiles')
    .columns(['person_id', 'field'])
    .execute();
  await db.schema
    .createIndex('cleared_profiles_cleared_at')
    .on('cleared_profiles')
    .column('cleared_at')
    .execute();
}

const wordsOf = (row: string) => `${row}image_url || ' ' || ${row}long_description`;

/** Extracts a text's picture names in one pass: splits it at the prefix of picture addresses. */
const namesOnSqlite = (words: string, id: string, from = '') =>
  `insert or ignore into picture_uses (name, text_id)
    select substr(value, 1, instr(value, '.') - 1), ${id} from ${from}
      json_each('[' || replace(json_quote(${words}), '/images/uploads/', '","') || ']') as part
    where part.key between 1 and ${namedMax} and instr(value, '.') ${nameEnds};`;

export async function upSqlite(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const namesAny = (row: string) => `instr(${wordsOf(row)}, '/images/uploads/') > 0`;
  await run(`create trigger blogs_name_pictures after insert on blogs
    when ${namesAny('new.')} begin ${namesOnSqlite(wordsOf('new.'), 'new.id')} end`);
  await run(`create trigger blogs_name_others after update of image_url, long_description on blogs
    when ${namesAny('old.')} or ${namesAny('new.')}
    begin
      delete from picture_uses where text_id = new.id;
      ${namesOnSqlite(wordsOf('new.'), 'new.id')}
    end`);
  await run(`create trigger blogs_name_none after delete on blogs
    begin delete from picture_uses where text_id = old.id; end`);

  const hash = 'preview_hash is not null';
  await run(`create trigger previews_name_pictures after insert on saved_drafts
    when new.${hash} begin ${namesOnSqlite('new.text', 'new.preview_hash')} end`);
  await run(`create trigger previews_name_others after update of text, preview_hash on saved_drafts
    when old.${hash} or new.${hash}
    begin
      delete from picture_uses where text_id = old.preview_hash;
      ${namesOnSqlite(`iif(new.${hash}, new.text, '')`, `new.preview_hash`)}
    end`);
  await run(`create trigger previews_name_none after delete on saved_drafts
    when old.${hash} begin delete from picture_uses where text_id = old.preview_hash; end`);

  await run(namesOnSqlite(wordsOf(''), 'blogs.id', 'blogs,'));
  await run(
    namesOnSqlite('text', 'preview_hash', `(select * from saved_drafts where ${hash}) as drafts,`),
  );
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create function note_picture_uses(id text, words text) returns void language sql as $$
    insert into picture_uses (name, text_id)
    select found[1], id from regexp_matches(words,
      '/images/uploads/([0-9a-f]{32}-[0-9]{1,4}x[0-9]{1,4}-[0-9a-f]{6})\\.', 'g') as found
    limit ${namedMax}
    on conflict do nothing $$`);
  await run(`create function blogs_name_pictures() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then delete from picture_uses where text_id = old.id; end if;
      if tg_op <> 'DELETE' then perform note_picture_uses(new.id, ${wordsOf('new.')}); end if;
      return null;
    end $$`);
  await run(`create function previews_name_pictures() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then delete from picture_uses where text_id = old.preview_hash; end if;
      if tg_op <> 'DELETE' then
        if new.preview_hash is not null then
          perform note_picture_uses(new.preview_hash, new.text);
        end if;
      end if;
      return null;
    end $$`);
  for (const [name, table, columns] of [
    ['blogs_name_pictures', 'blogs', 'image_url, long_description'],
    ['previews_name_pictures', 'saved_drafts', 'text, preview_hash'],
  ] as const) {
    await run(`create trigger ${name} after insert or delete or update of ${columns} on ${table}
      for each row execute function ${name}()`);
  }
  await run(`select note_picture_uses(id, ${wordsOf('')}) from blogs`);
  await run(
    'select note_picture_uses(preview_hash, text) from saved_drafts where preview_hash is not null',
  );
}
