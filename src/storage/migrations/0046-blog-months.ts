import { type Kysely, sql } from 'kysely';

/** Triggers do the counting, whichever version publishes or hides a blog. */
export const compatibleFrom = '0031-gone-blogs';

/** Condition for rows that every reader sees: published, not moderated, author's account not deleted. */
const visible = (row: string) =>
  `${row}state = 'published' and ${row}moderation = 'none' and ${row}account_hold = 0`;

/** The first and last millisecond of the years with four digits; imports may contain any time. */
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_999;

/** SQL for the month of a time and for the current time. */
interface Dialect {
  readonly monthOf: (time: string) => string;
  readonly now: string;
}

const sqlite: Dialect = {
  monthOf: (time) =>
    `strftime('%Y-%m', min(max(${time}, ${earliest}), ${latest}) / 1000.0, 'unixepoch')`,
  now: `cast(unixepoch('subsec') * 1000 as integer)`,
};
const postgres: Dialect = {
  monthOf: (time) =>
    `to_char(to_timestamp(least(greatest(${time}, ${earliest}), ${latest}) / 1000.0) at time zone 'UTC', 'YYYY-MM')`,
  now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
};

/** Fills the table from existing blogs. */
const countAll = ({ monthOf, now }: Dialect) => `insert into blog_months (month, blogs, changed_at)
  select ${monthOf('created_at')}, count(*), ${now} from blogs where ${visible('')} group by 1`;

const table = (bytes: string) => `create table blog_months (
  month text ${bytes} not null primary key,
  blogs integer not null,
  changed_at bigint not null)`;

/** Adds or subtracts a visible row of `blogs`. */
const count = ({ monthOf, now }: Dialect, row: 'new.' | 'old.') => `
  insert into blog_months (month, blogs, changed_at)
  select ${monthOf(`${row}created_at`)}, ${row === 'new.' ? 1 : -1}, ${now} where ${visible(row)}
  on conflict (month) do update
  set blogs = blog_months.blogs + excluded.blogs, changed_at = excluded.changed_at;`;

/** For each trigger: its event, its condition, and the rows to count. */
const events = [
  { name: 'added', event: 'insert', when: visible('new.'), rows: ['new.'] },
  {
    name: 'changed',
    event: 'update of created_at, updated_at, state, moderation, account_hold',
    when: `(${visible('old.')}) or (${visible('new.')})`,
    rows: ['old.', 'new.'],
  },
  { name: 'gone', event: 'delete', when: visible('old.'), rows: ['old.'] },
] as const;

export async function up(): Promise<void> {}

export async function upSqlite(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(table(''));
  for (const { name, event, when, rows } of events) {
    await run(`create trigger blogs_months_${name} after ${event} on blogs when ${when} begin
      ${rows.map((row) => count(sqlite, row)).join('')} end`);
  }
  await run(countAll(sqlite));
}

/**
 * Nearly all new blogs count in the current month's row, so the triggers are deferred: the row is locked during the
 * commit only, and not while texts are indexed. A later step that updates `blogs` and then alters it must run `set
 * constraints all immediate` in between.
 */
export async function upPostgres(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(table('collate "C"'));
  for (const { name, event, when, rows } of events) {
    await run(`create function count_blog_${name}() returns trigger language plpgsql as $$ begin
      ${rows.map((row) => count(postgres, row)).join('')} return null; end $$`);
    await run(`create constraint trigger blogs_months_${name} after ${event} on blogs
      deferrable initially deferred for each row when (${when})
      execute function count_blog_${name}()`);
  }
  await run(countAll(postgres));
}
