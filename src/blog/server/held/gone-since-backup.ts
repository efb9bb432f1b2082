import { sql } from 'kysely';
import type { Replacement } from '../../../identity/define-feature.ts';
import type { Reader } from '../../../storage/storage.ts';
import { type TextKind, textKinds } from '../../held.ts';
import { allTexts } from '../texts.ts';
import { atOnce, textsAmong, textTables } from './texts-among.ts';

interface TextRow {
  readonly id: string;
  readonly state: string;
  /** Null for a blog without an author. */
  readonly author: string | null;
  /** Its own id, or that of a comment's blog. */
  readonly blog: string;
}

const columns = {
  blog: { author: 'author_id', blog: 'id' },
  comment: { author: 'person_id', blog: 'blog_id' },
} as const;

/** Texts after this id that weren't removed. */
function findStanding(db: Reader, kind: TextKind, after: string): Promise<readonly TextRow[]> {
  const { author, blog } = columns[kind];
  return allTexts(db)
    .selectFrom(textTables[kind])
    .select(['id', 'state'])
    .select([
      sql<string | null>`${sql.ref(author)}`.as('author'),
      sql<string>`${sql.ref(blog)}`.as('blog'),
    ])
    .where('state', '!=', 'removed')
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute();
}

/** How many of these missing texts were deleted neither by staff nor with their author's account or their blog. */
async function countDeleted(db: Reader, kind: TextKind, missing: readonly TextRow[]) {
  const authors = missing.flatMap(({ author }) => author ?? []);
  if (authors.length === 0) return 0;
  const people = await db.selectFrom('people').select('id').where('id', 'in', authors).execute();
  const acts = await db
    .selectFrom('acts')
    .select('subject_id')
    .where('act', '=', `${kind}-removed`)
    .where(
      'subject_id',
      'in',
      missing.map(({ id }) => id),
    )
    .execute();
  const known = new Set<string | null>(people.map(({ id }) => id));
  const byStaff = new Set(acts.map(({ subject_id }) => subject_id));
  const blogs = await textsAmong(
    db,
    'blog',
    missing.map(({ blog }) => blog),
  );
  return missing.filter(
    ({ id, author, blog }) =>
      known.has(author) && !byStaff.has(id) && (kind === 'blog' || blogs.has(blog)),
  ).length;
}

async function countGone({ restored, replaced }: Replacement, kind: TextKind) {
  const counts = { deleted: 0, unpublished: 0 };
  let rows = await findStanding(restored, kind, '');
  while (rows.length > 0) {
    const since = await textsAmong(
      replaced,
      kind,
      rows.map(({ id }) => id),
    );
    const stateOf = ({ id }: TextRow) => since.get(id)?.state;
    const missing = rows.filter((row) => stateOf(row) === undefined);
    counts.deleted += rows.filter((row) => stateOf(row) === 'removed').length;
    counts.deleted += await countDeleted(replaced, kind, missing);
    counts.unpublished += rows.filter(
      (row) => row.state === 'published' && stateOf(row) === 'draft',
    ).length;
    rows = await findStanding(restored, kind, rows.at(-1)?.id ?? '');
  }
  return counts;
}

/**
 * Counts the texts that authors deleted or unpublished since the backup. They come back: what was lost, which a restore
 * is for, looks the same.
 */
export async function goneSinceBackup(replacement: Replacement): Promise<readonly string[]> {
  const parts: string[] = [];
  for (const kind of textKinds) {
    const { deleted, unpublished } = await countGone(replacement, kind);
    if (deleted > 0) parts.push(`${deleted} deleted ${kind}s`);
    if (unpublished > 0) parts.push(`${unpublished} unpublished ${kind}s`);
  }
  if (parts.length === 0) return [];
  return [`Back, though their authors took them away since: ${parts.join(', ')}.`];
}
