import { randomUUIDv7 } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import { notInBackups } from '../../src/app/features.ts';
import { createSqliteTarget } from '../../src/storage/backup/sqlite-target.ts';
import { migrateTo } from '../../src/storage/migrate.ts';
import { databaseFile } from '../../src/storage/open-storage.ts';
import { openUnchecked } from '../../src/storage/postgres/testing-databases.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { sqliteDialect } from '../../src/storage/sqlite/dialect.ts';

/** The last migration before the first one that rewrites every text. */
export const lastOldStep = '0023-acts-stay';
const rowsAtOnce = 500;
const authors = 200;
/** Of this many blogs, one each is deleted, taken back to a draft, and hidden. */
const outOfSightEvery = 20;
const dayMs = 24 * 60 * 60_000;

export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** Opens the database without checking its version. */
export async function openRaw({ dataDir, databaseUrl }: Place): Promise<Kysely<Schema>> {
  if (databaseUrl) return openUnchecked(databaseUrl);
  const { DatabaseSync } = await import('node:sqlite');
  return new Kysely<Schema>({ dialect: sqliteDialect(new DatabaseSync(databaseFile(dataDir))) });
}

type Row = Readonly<Record<string, string | number | null>>;

async function insert(db: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name] ?? null))})`);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(values)}`.execute(db);
}

const words = 'the site keeps what people write and gives it back as it was ';

function blogRow(number: number, authorId: string, now: number): Row {
  const title = `Kept ${number}`;
  return {
    id: randomUUIDv7(),
    title,
    title_folded: title.toLowerCase(),
    image_url: '/images/categories/other.webp',
    image_alt: '',
    category: 'Other',
    short_description: 'Short.',
    long_description: `${number} ${words.repeat(30)}`,
    word_count: 360,
    author_id: authorId,
    created_at: now - number,
    updated_at: now - number,
    version: 1,
    source_key: null,
  };
}

/** A row of a blog that is out of sight, as version 0.2.0 stored it: the blog's row as JSON, and its owner. */
function setAside(row: Row, place: number, now: number): Row {
  const { id, author_id } = row;
  const state = ['deleted', 'draft', 'hidden'][place];
  return {
    kind: 'blog',
    row_id: String(id),
    holder_id: String(author_id),
    person_id: String(author_id),
    row: JSON.stringify(row),
    deletion_id: state === 'deleted' ? String(id) : `${state === 'draft' ? 'draft' : 'held'} ${id}`,
    ends_at: state === 'deleted' ? now + 6 * dayMs : null,
  };
}

function heldText(row: Row, now: number): Row {
  return {
    kind: 'blog',
    id: String(row.id),
    state: 'hidden',
    author_id: String(row.author_id),
    blog_id: String(row.id),
    label: String(row.title),
    label_folded: String(row.title_folded),
    source_key: null,
    reason: 'Spam.',
    batch: null,
    created_at: Number(row.created_at),
    held_at: now,
    ends_at: null,
  };
}

async function insertBlogs(db: Kysely<Schema>, rows: readonly Row[], first: number, now: number) {
  const away = (index: number) => (first + index) % outOfSightEvery;
  const inSight = rows.filter((_, index) => away(index) > 2);
  await insert(db, 'blogs', inSight);
  const outOfSight = rows.flatMap((row, index) =>
    away(index) > 2 ? [] : [setAside(row, away(index), now)],
  );
  await insert(db, 'set_aside_rows', outOfSight);
  const hidden = rows.filter((_, index) => away(index) === 2);
  await insert(
    db,
    'held_texts',
    hidden.map((row) => heldText(row, now)),
  );
  const comments = inSight.map(({ id, author_id }, index) => ({
    id: randomUUIDv7(),
    blog_id: String(id),
    person_id: String(author_id),
    text: `On ${first + index}.`,
    created_at: now,
  }));
  await insert(db, 'comments', comments);
  const revisions = inSight.slice(0, inSight.length / 2).map((row) => ({
    blog_id: String(row.id),
    version: 0,
    title: String(row.title),
    image_url: String(row.image_url),
    image_alt: '',
    category: 'Other',
    short_description: 'Short.',
    long_description: String(row.long_description),
    word_count: 360,
    saved_at: now,
  }));
  await insert(db, 'blog_revisions', revisions);
}

/** Creates the database of a site as the version before the rewriting migration left it. */
export async function fillOld(place: Place, blogs: number): Promise<void> {
  if (!place.databaseUrl) {
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 });
    const target = await createSqliteTarget(databaseFile(place.dataDir), lastOldStep, notInBackups);
    await target.finish();
    await target.close();
  }
  const db = await openRaw(place);
  try {
    if (place.databaseUrl) await migrateTo(db, 'postgres', lastOldStep);
    const now = Date.now();
    const people = Array.from({ length: authors }, (_, index) => ({
      id: randomUUIDv7(),
      name: `Author ${index}`,
      created_at: now,
    }));
    await insert(db, 'people', people);
    for (let first = 0; first < blogs; first += rowsAtOnce) {
      const rows = Array.from({ length: Math.min(rowsAtOnce, blogs - first) }, (_, index) =>
        blogRow(first + index, people[(first + index) % authors]?.id ?? '', now),
      );
      await db.transaction().execute((write) => insertBlogs(write, rows, first, now));
    }
  } finally {
    await db.destroy();
  }
}
