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

/** The action, and the one that undoes it while it can be undone. */
const handedOver = { act: 'texts-handed-over', undoneBy: 'hand-over-taken-back' };
const undoableMs = 30 * 24 * 60 * 60_000;

/** Subjects of actions that were undone already. */
async function findUndone(db: Reader, rows: readonly AuditRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ act, subject_id }) => (act === handedOver.act ? [subject_id] : []));
  if (ids.length === 0) return new Set();
  const undone = await db
    .selectFrom('acts')
    .select('subject_id')
    .where('subject_id', 'in', ids)
    .where('act', '=', handedOver.undoneBy)
    .execute();
  return new Set(undone.map(({ subject_id }) => subject_id));
}

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
  return `texts of ${from} ${row.act === handedOver.undoneBy ? 'from' : 'to'} ${to}`;
}

async function present(db: Reader, rows: readonly AuditRow[], now: number) {
  const [undone, names] = [await findUndone(db, rows), await findNames(db, rows)];
  return rows.map((row) => ({
    id: row.id,
    at: isoOf(row.created_at),
    act: row.act,
    by: row.by_id === null ? null : { id: row.by_id, name: row.by_name },
    subject: { kind: row.subject_kind, id: row.subject_id, label: labelOf(row, names) },
    reason: row.reason,
    canUndo:
      row.act === handedOver.act &&
      row.created_at > now - undoableMs &&
      !undone.has(row.subject_id),
  }));
}

interface AuditParts {
  readonly storage: Storage;
  readonly now: () => number;
}

/** Endpoint for the audit log of staff actions. */
export function auditAnswers({ storage, now }: AuditParts): readonly Answer[] {
  return [
    answer(acts, async ({ query }) => {
      const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;
      // One more row than requested shows whether a next page exists.
      const found = await findAuditEntries(reader, query, auditEntriesPerPage + 1);
      const rows = found.slice(0, auditEntriesPerPage);
      const nextCursor = found.length > auditEntriesPerPage ? (rows.at(-1)?.id ?? null) : null;
      return { acts: await present(reader, rows, now()), nextCursor };
    }),
  ];
}
