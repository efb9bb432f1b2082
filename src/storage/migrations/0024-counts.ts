import { type Kysely, sql } from 'kysely';

/** Condition for rows that every reader sees: published, not moderated, author's account not deleted. */
const visible = (row: string) =>
  `${row}state = 'published' and ${row}moderation = 'none' and ${row}account_hold = 0`;
/** Condition for rows that count towards the author's storage: neither the author nor staff has removed them. */
const counts = (row: string) => `${row}.state <> 'removed' and ${row}.moderation <> 'removed'`;

/** Owner of a table's row if the row counts; null if not. */
const owners = {
  blogs: (row: string) => `case when ${counts(row)} then ${row}.author_id end`,
  blog_revisions: (row: string) =>
    `(select b.author_id from blogs b where b.id = ${row}.blog_id and ${counts('b')})`,
  comments: (row: string) => `case when ${counts(row)} then ${row}.person_id end`,
  saved_drafts: (row: string) => `case when ${row}.removed_until is null then ${row}.person_id end`,
} as const;
type Counted = keyof typeof owners;
const bytesIn = (table: Counted, row: string) =>
  table === 'saved_drafts' ? `octet_length(${row}.text)` : `${row}.bytes`;
export const countedTables = Object.keys(owners) as Counted[];

/** Recomputes each account's total from all its rows, without triggers. */
export async function recount(db: Kysely<never>): Promise<void> {
  const rows = [
    ...countedTables.map(
      (table) => `select ${owners[table]('t')} as person_id, ${bytesIn(table, 't')} as n
        from ${table} t`,
    ),
    'select person_id, octet_length(text) as n from draft_states',
  ];
  await sql.raw('update account_usage set text_bytes = 0').execute(db);
  await sql
    .raw(
      `insert into account_usage (person_id, text_bytes)
       select person_id, sum(n) from (${rows.join(' union all ')}) as kept
       where person_id is not null group by person_id
       on conflict (person_id) do update set text_bytes = excluded.text_bytes`,
    )
    .execute(db);
}

/**
 * Revisions count for the blog's author, so they are added or subtracted when a blog changes its author or starts or
 * stops counting.
 */
const revisionsOf = (row: string) =>
  `(select coalesce(sum(bytes), 0) from blog_revisions r where r.blog_id = ${row}.id)`;
const revisionsGo = `update account_usage set text_bytes = text_bytes - ${revisionsOf('old')}
  where person_id = ${owners.blogs('old')}`;
const revisionsCome = `update account_usage set text_bytes = text_bytes + ${revisionsOf('new')}
  where person_id = ${owners.blogs('new')}`;

/** The triggers of step 0024 that count stored bytes and published blogs per account. */
export async function countOnSqlite(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const changing = {
    blogs: 'bytes, author_id, state, moderation',
    blog_revisions: 'bytes',
    comments: 'bytes, person_id, state, moderation',
    saved_drafts: 'text, person_id, removed_until',
  } as const;
  for (const table of countedTables) {
    // "where true" keeps SQLite from reading "on conflict" as the condition of a join.
    const added = `insert into account_usage (person_id, text_bytes)
      select owner, n from (select ${owners[table]('new')} as owner, ${bytesIn(table, 'new')} as n)
      where owner is not null
      on conflict (person_id) do update set text_bytes = text_bytes + excluded.text_bytes;`;
    const gone = `update account_usage set text_bytes = text_bytes - ${bytesIn(table, 'old')}
      where person_id = ${owners[table]('old')};`;
    for (const [name, event, steps] of [
      ['added', 'insert', added],
      ['changed', `update of ${changing[table]}`, `${gone} ${added}`],
      ['gone', 'delete', gone],
    ] as const) {
      await run(`create trigger ${table}_${name} after ${event} on ${table} begin ${steps} end`);
    }
  }
  await run(`create trigger blogs_going before delete on blogs begin ${revisionsGo}; end`);
  await run(`create trigger blogs_given after update of author_id, state, moderation on blogs
    when ${owners.blogs('old')} is not ${owners.blogs('new')}
    begin ${revisionsGo}; ${revisionsCome}; end`);

  const step = (row: string, sign: string) =>
    `update people set blog_count = blog_count ${sign} 1
     where id = ${row}.author_id and ${visible(`${row}.`)};`;
  for (const [name, event, steps] of [
    ['counted', 'insert', step('new', '+')],
    [
      'handed_on',
      'update of author_id, state, moderation, account_hold',
      `${step('old', '-')} ${step('new', '+')}`,
    ],
    ['uncounted', 'delete', step('old', '-')],
  ] as const) {
    await run(`create trigger blogs_${name} after ${event} on blogs begin ${steps} end`);
  }
}

export const countedEvents = [
  ['added', 'insert', 'new table as added'],
  ['changed', 'update', 'old table as gone new table as added'],
  ['gone', 'delete', 'old table as gone'],
] as const;

export async function countOnPostgres(db: Kysely<never>): Promise<void> {
  const events = countedEvents;
  for (const table of countedTables) {
    for (const [name, event, seen] of events) {
      await createTrigger(
        db,
        `count_${table}_${name}`,
        `trigger ${table}_${name} after ${event} on ${table} referencing ${seen} for each statement`,
        `${countSteps(table, name)} return null;`,
      );
    }
  }
  await createTrigger(
    db,
    'count_blogs_going',
    'trigger blogs_going before delete on blogs for each row',
    `${revisionsGo}; return old;`,
  );
  await createTrigger(
    db,
    'count_blogs_given',
    `trigger blogs_given after update on blogs for each row
     when (${owners.blogs('old')} is distinct from ${owners.blogs('new')})`,
    `${revisionsGo}; ${revisionsCome}; return null;`,
  );
  const seenIn = (rows: string, n: number) =>
    `select author_id, ${n} as n from ${rows} where ${visible('')}`;
  for (const [trigger, [, event, seen], rows] of [
    ['counted', events[0], seenIn('added', 1)],
    ['handed_on', events[1], `${seenIn('added', 1)} union all ${seenIn('gone', -1)}`],
    ['uncounted', events[2], seenIn('gone', -1)],
  ] as const) {
    await createTrigger(
      db,
      `blogs_${trigger}`,
      `trigger blogs_${trigger} after ${event} on blogs referencing ${seen} for each statement`,
      `update people set blog_count = blog_count + sums.n
       from (select author_id, sum(n) as n from (${rows}) as counted group by author_id) as sums
       where people.id = sums.author_id and sums.n <> 0;
       return null;`,
    );
  }
}

async function createTrigger(db: Kysely<never>, name: string, trigger: string, steps: string) {
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${steps} end $$`)
    .execute(db);
  await sql.raw(`create ${trigger} execute function ${name}()`).execute(db);
}

/** A trigger per statement, not per row: deleting a blog may cascade to a hundred thousand comments. */
function countSteps(table: Counted, event: 'added' | 'changed' | 'gone'): string {
  const of = (rows: string, sign: string) =>
    `select ${owners[table]('t')} as id, ${sign}(${bytesIn(table, 't')}) as n from ${rows} t`;
  const rows = [
    ...(event === 'gone' ? [] : [of('added', '')]),
    ...(event === 'added' ? [] : [of('gone', '-')]),
  ].join(' union all ');
  const begin = `insert into account_usage (person_id)
    select distinct ${owners[table]('t')} from added t where ${owners[table]('t')} is not null
    order by 1 on conflict (person_id) do nothing;`;
  return `${event === 'gone' ? '' : begin}
    update account_usage set text_bytes = text_bytes + sums.n
    from (select id, sum(n) as n from (${rows}) as counted group by id) as sums
    where account_usage.person_id = sums.id and sums.n <> 0;`;
}
