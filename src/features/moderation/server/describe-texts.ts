import { blogFields, type FieldName, reviewedNames, type TextRow } from '../../../blog/fields.ts';
import type { BlogMark, TextKind } from '../../../blog/held.ts';
import { hold, isVisible, type Life, showOnBlog } from '../../../blog/life.ts';
import {
  findBlogsOfAnyState,
  findCommentsOfAnyState,
} from '../../../blog/server/held/held-texts.ts';
import { type HoldRow, isDeletedByAuthor } from '../../../blog/server/held/moderation-holds.ts';
import { presentCover } from '../../../blog/server/present-blog.ts';
import { findDeciders } from '../../../identity/authority.ts';
import type { Person } from '../../../identity/person.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Reader } from '../../../storage/storage.ts';
import { type ManagedText, reportsShown, type Standing } from '../contract/manage.ts';
import type { ReportReason } from '../contract/reports.ts';
import type { TextName } from './report-store.ts';

interface Known {
  readonly blogId: string;
  readonly title: string;
  readonly text: string;
  readonly cover: ManagedText['cover'];
  readonly otherFields: ManagedText['otherFields'];
  readonly authorId: string | null;
  readonly createdAt: number | null;
}

/** A text in its current state, with its standing without a hold. */
interface Found {
  readonly known: Known;
  readonly standing: Extract<Standing, 'shown' | 'hidden-by-author' | 'away' | 'gone'>;
}

const nothing: Known = {
  blogId: '',
  title: '',
  text: '',
  cover: null,
  otherFields: [],
  authorId: null,
  createdAt: null,
};

/** What the picture, the headline and the texts of an item show. */
const shownElsewhere: readonly FieldName[] = [
  'title',
  'imageUrl',
  'imageAlt',
  'shortDescription',
  'longDescription',
];
const otherNames = reviewedNames.filter((name) => !shownElsewhere.includes(name));

/** All other fields that are searched for listed words: a text may wait because of any of them. */
function otherFieldsOf(row: Partial<TextRow>): ManagedText['otherFields'] {
  return otherNames
    .map((name) => ({ label: blogFields[name].label, value: row[blogFields[name].column] ?? '' }))
    .filter(({ value }) => value !== '');
}

const idsOf = (names: readonly TextName[], kind: TextKind) =>
  names.filter((name) => name.kind === kind).map(({ id }) => id);

/**
 * A text that its author unpublished or deleted is `away` as long as it can come back, so that staff can decide before
 * it does.
 */
function standingOf(life: Life, isBlogVisible: boolean): Found['standing'] {
  if (isVisible(life) && isBlogVisible) return 'shown';
  const shown = showOnBlog(life);
  if (shown && isVisible(shown) && isBlogVisible) return 'hidden-by-author';
  return hold('hidden')(life) ? 'away' : 'gone';
}

async function findBlogs(db: Reader, ids: readonly string[]): Promise<Map<string, Found>> {
  const rows = ids.length === 0 ? [] : await findBlogsOfAnyState(db, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        known: {
          blogId: row.id,
          title: row.title,
          text: row.short_description,
          cover: {
            imageUrl: presentCover(row),
            imageAlt: row.image_alt,
            category: row.category,
          },
          otherFields: otherFieldsOf(row),
          authorId: row.author_id,
          createdAt: row.created_at,
        },
        standing: standingOf(row.life, true),
      },
    ]),
  );
}

async function findComments(db: Reader, ids: readonly string[]): Promise<Map<string, Found>> {
  const rows = ids.length === 0 ? [] : await findCommentsOfAnyState(db, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        known: {
          blogId: row.blog_id,
          title: row.title ?? '',
          text: row.text,
          cover: null,
          otherFields: [],
          authorId: row.author_id,
          createdAt: row.created_at,
        },
        standing: standingOf(row.life, row.title !== null),
      },
    ]),
  );
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

/** The first open reports of a text, and their number. */
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

/** The standing of a text, by its hold if it has one. */
function placed(found: Found | undefined, held: HoldRow | undefined) {
  const isGone = !found || (held ? isDeletedByAuthor(held) : found.standing === 'gone');
  if (isGone) return { known: nothing, standing: 'gone' as const, reason: '' };
  const { known, standing } = found;
  if (!held) return { known, standing, reason: '' };
  return { known, standing: held.state as Standing, reason: held.reason };
}

/**
 * Texts as Manage shows them, in the order of `names`: the cost depends on the page's size only. `viewer` is the member
 * of staff who requests them.
 */
export async function describeTexts(
  db: Reader,
  names: readonly TextName[],
  { viewer, now }: { readonly viewer: Person; readonly now: number },
): Promise<ManagedText[]> {
  if (names.length === 0) return [];
  const held = await findHeldRows(db, names);
  const blogs = await findBlogs(db, idsOf(names, 'blog'));
  const comments = await findComments(db, idsOf(names, 'comment'));
  const marks = await findMarks(db, idsOf(names, 'blog'));
  const found = names.map((name) => {
    const text = (name.kind === 'blog' ? blogs : comments).get(name.id);
    return { name, ...placed(text, held.get(`${name.kind} ${name.id}`)) };
  });
  const authorIds = found.flatMap(({ known: { authorId } }) => authorId ?? []);
  const people = await findNames(db, [...new Set(authorIds)]);
  const deciderAbout = await findDeciders(db, viewer.id, authorIds, now);
  const texts: ManagedText[] = [];
  for (const { name, known, standing, reason } of found) {
    const { authorId, createdAt, ...shown } = known;
    texts.push({
      ...shown,
      kind: name.kind,
      _id: name.id,
      author: authorId === null ? null : { id: authorId, name: people.get(authorId) ?? '' },
      createdAt: createdAt === null ? null : isoOf(createdAt),
      standing,
      reason,
      decider: deciderAbout(authorId),
      marks: marks.get(name.id) ?? [],
      ...(await findReports(db, name)),
    });
  }
  return texts;
}
