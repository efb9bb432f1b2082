import { type Answer, answer } from '../../../identity/answer.ts';
import { pairIn } from '../../../identity/audit-log.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { type AuditLogRequest, acts, auditEntriesPerPage } from '../contract/audit.ts';

/** One page of the audit log, latest first: ids are in chronological order. */
async function findAuditEntries(
  db: Reader,
  { kind, by, subject, cursor }: AuditLogRequest,
  limit: number,
) {
  let query = db
    .selectFrom('acts')
    .leftJoin('people as actor', 'actor.id', 'acts.by_id')
    .leftJoin('people as target', 'target.id', 'acts.subject_id')
    .select(['acts.id', 'acts.act', 'acts.by_id', 'acts.reason', 'acts.created_at'])
    .select(['acts.subject_kind', 'acts.subject_id', 'acts.subject_label'])
    .select(['actor.name as by_name', 'target.name as subject_name'])
    .orderBy('acts.id', 'desc')
    .limit(limit);
  if (kind) query = query.where('acts.subject_kind', '=', kind);
  if (by) query = query.where('acts.by_id', '=', by);
  if (subject) query = query.where('acts.subject_id', '=', subject);
  if (cursor) query = query.where('acts.id', '<', cursor);
  return query.execute();
}
type AuditRow = Awaited<ReturnType<typeof findAuditEntries>>[number];

const handedOver = 'texts-handed-over';

/** The names of those between whom texts changed hands. */
async function findNames(
  db: Reader,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ subject_label }) => pairIn(subject_label) ?? []);
  if (ids.length === 0) return new Map();
  const people = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

function labelOf(row: AuditRow, names: ReadonlyMap<string, string>): string {
  if (row.subject_kind === 'person') return row.subject_name ?? '';
  const pair = pairIn(row.subject_label);
  if (!pair) return row.subject_label;
  const [from, to] = pair.map((id) => names.get(id) ?? 'a deleted account');
  return `texts of ${from} ${row.act === handedOver ? 'to' : 'from'} ${to}`;
}

export interface AuditParts {
  readonly storage: Storage;
  /** Which of these hand-overs of texts can be undone. */
  readonly undoableAmong: (db: Reader, ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

async function present(db: Reader, rows: readonly AuditRow[], { undoableAmong }: AuditParts) {
  const given = rows.filter(({ act }) => act === handedOver).map(({ subject_id }) => subject_id);
  const [undoable, names] = [await undoableAmong(db, given), await findNames(db, rows)];
  return rows.map((row) => ({
    id: row.id,
    at: isoOf(row.created_at),
    act: row.act,
    by: row.by_id === null ? null : { id: row.by_id, name: row.by_name },
    subject: { kind: row.subject_kind, id: row.subject_id, label: labelOf(row, names) },
    reason: row.reason,
    canUndo: row.act === handedOver && undoable.has(row.subject_id),
  }));
}

/** Endpoint for the audit log of staff actions. */
export function auditAnswers(parts: AuditParts): readonly Answer[] {
  const { storage } = parts;
  return [
    answer(acts, async ({ query }) => {
      const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;
      // One more row than requested shows whether a next page exists.
      const found = await findAuditEntries(reader, query, auditEntriesPerPage + 1);
      const rows = found.slice(0, auditEntriesPerPage);
      const nextCursor = found.length > auditEntriesPerPage ? (rows.at(-1)?.id ?? null) : null;
      return { acts: await present(reader, rows, parts), nextCursor };
    }),
  ];
}
