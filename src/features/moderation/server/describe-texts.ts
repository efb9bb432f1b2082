import type { BlogMark, TextKind } from '../../../blog/held.ts';
import { findHeldWords } from '../../../blog/server/held/held-texts.ts';
import { type HoldRow, isDeletedByAuthor } from '../../../blog/server/held/moderation-holds.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Reader } from '../../../storage/storage.ts';
import type { ReportReason } from '../contract.ts';
import { type ManagedText, reportsShown, type Standing } from '../manage-contract.ts';
import type { TextName } from './report-store.ts';

interface Known {
  readonly blogId: string;
  readonly title: string;
  readonly text: string;
  readonly authorId: string | null;
  readonly createdAt: number | null;
}

const nothing: Known = { blogId: '', title: '', text: '', authorId: null, createdAt: null };

const idsOf = (names: readonly TextName[], kind: TextKind) =>
  names.filter((name) => name.kind === kind).map(({ id }) => id);

async function findBlogs(db: Reader, ids: readonly string[]): Promise<Map<string, Known>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('published_blogs')
    .select(['id', 'title', 'short_description', 'author_id', 'created_at'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        blogId: row.id,
        title: row.title,
        text: row.short_description,
        authorId: row.author_id,
        createdAt: row.created_at,
      },
    ]),
  );
}

async function findComments(db: Reader, ids: readonly string[]): Promise<Map<string, Known>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('published_comments as comments')
    .innerJoin('published_blogs as blogs', 'blogs.id', 'comments.blog_id')
    .select(['comments.id', 'blog_id', 'title', 'text', 'person_id', 'comments.created_at'])
    .where('comments.id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        blogId: row.blog_id,
        title: row.title,
        text: row.text,
        authorId: row.person_id,
        createdAt: row.created_at,
      },
    ]),
  );
}

/** What a list shows of a text that is held back. */
async function findHeldText(db: Reader, held: HoldRow): Promise<Known> {
  const isBlog = held.kind === 'blog';
  const blog = isBlog ? undefined : (await findBlogs(db, [held.blog_id])).get(held.blog_id);
  return {
    blogId: held.blog_id,
    title: isBlog ? held.label : (blog?.title ?? ''),
    text: (await findHeldWords(db, held)) ?? held.label,
    authorId: held.author_id,
    createdAt: held.created_at,
  };
}

async function findHeldRows(db: Reader, names: readonly TextName[]): Promise<Map<string, HoldRow>> {
  const rows = await db
    .selectFrom('moderation_holds')
    .selectAll()
    .where(
      'id',
      'in',
      names.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
}

async function findNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function findMarks(db: Reader, ids: readonly string[]): Promise<Map<string, BlogMark[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('blog_marks')
    .select(['blog_id', 'mark'])
    .where('blog_id', 'in', ids)
    .orderBy('mark')
    .execute();
  const marks = new Map<string, BlogMark[]>();
  for (const { blog_id, mark } of rows) {
    marks.set(blog_id, [...(marks.get(blog_id) ?? []), mark as BlogMark]);
  }
  return marks;
}

/** The first reports of a text that nobody has dealt with, and how many there are. */
async function findReports(db: Reader, { kind, id }: TextName) {
  const about = await db
    .selectFrom('report_cases')
    .select('open')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst();
  if (!about || about.open === 0) return { reportCount: 0, reports: [] };
  const rows = await db
    .selectFrom('reports')
    .innerJoin('people', 'people.id', 'reports.person_id')
    .select(['people.name', 'reports.person_id', 'reason', 'note', 'reports.created_at'])
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .orderBy('reports.id')
    .limit(reportsShown)
    .execute();
  const reports = rows.map((row) => ({
    by: row.name,
    byId: row.person_id,
    reason: row.reason as ReportReason,
    note: row.note,
    at: isoOf(row.created_at),
  }));
  return { reportCount: about.open, reports };
}

/** What Manage shows of texts, in the order in which they are named: a page of them costs the same whatever else there is. */
export async function describeTexts(
  db: Reader,
  names: readonly TextName[],
): Promise<ManagedText[]> {
  if (names.length === 0) return [];
  const held = await findHeldRows(db, names);
  const blogs = await findBlogs(db, idsOf(names, 'blog'));
  const comments = await findComments(db, idsOf(names, 'comment'));
  const marks = await findMarks(db, idsOf(names, 'blog'));
  const found: { name: TextName; known: Known; standing: Standing; reason: string }[] = [];
  for (const name of names) {
    const row = held.get(`${name.kind} ${name.id}`);
    const shown = (name.kind === 'blog' ? blogs : comments).get(name.id);
    if (row && isDeletedByAuthor(row)) {
      found.push({ name, known: nothing, standing: 'gone', reason: '' });
    } else if (row) {
      const known = await findHeldText(db, row);
      found.push({ name, known, standing: row.state as Standing, reason: row.reason });
    } else {
      const standing = shown ? 'shown' : 'gone';
      found.push({ name, known: shown ?? nothing, standing, reason: '' });
    }
  }
  const authorIds = found.flatMap(({ known: { authorId } }) => authorId ?? []);
  const people = await findNames(db, [...new Set(authorIds)]);
  const texts: ManagedText[] = [];
  for (const { name, known, standing, reason } of found) {
    const { authorId, createdAt, blogId, title, text } = known;
    texts.push({
      kind: name.kind,
      _id: name.id,
      blogId,
      title,
      text,
      author: authorId === null ? null : { id: authorId, name: people.get(authorId) ?? '' },
      createdAt: createdAt === null ? null : isoOf(createdAt),
      standing,
      reason,
      marks: marks.get(name.id) ?? [],
      ...(await findReports(db, name)),
    });
  }
  return texts;
}
