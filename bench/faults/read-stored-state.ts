import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StoredState } from './ledger.ts';

const questions = {
  comments: 'select text from comments',
  blogs: 'select title from blogs',
  wishes: 'select person_id, blog_id from wishes',
  drafts: "select person_id, text from saved_drafts where key = 'new'",
} as const;

type Row = Readonly<Record<string, unknown>>;

const titleOf = (text: unknown) => String(JSON.parse(String(text)).title);

function standingOf(rows: Readonly<Record<keyof typeof questions, readonly Row[]>>): StoredState {
  return {
    comments: rows.comments.map(({ text }) => String(text)),
    blogs: rows.blogs.map(({ title }) => String(title)),
    wishes: rows.wishes.map((row) => [String(row.person_id), String(row.blog_id)]),
    drafts: rows.drafts.map((row) => [String(row.person_id), titleOf(row.text)]),
  };
}

/** The contents of the SQLite database `file`, read without the site. Throws if the file is damaged. */
export function readSqlite(file: string): StoredState {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    const [check] = database.prepare('pragma integrity_check').all();
    if (check?.integrity_check !== 'ok') throw new Error(String(check?.integrity_check));
    const all = (name: keyof typeof questions) => database.prepare(questions[name]).all();
    return standingOf({
      comments: all('comments'),
      blogs: all('blogs'),
      wishes: all('wishes'),
      drafts: all('drafts'),
    });
  } finally {
    database.close();
  }
}

export async function readPostgres(url: string): Promise<StoredState> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const all = async (name: keyof typeof questions) => (await client.query(questions[name])).rows;
    return standingOf({
      comments: await all('comments'),
      blogs: await all('blogs'),
      wishes: await all('wishes'),
      drafts: await all('drafts'),
    });
  } finally {
    await client.end();
  }
}
