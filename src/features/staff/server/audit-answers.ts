import { type Answer, answer } from '../../../identity/answer.ts';
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

function present(row: AuditRow) {
  return {
    id: row.id,
    at: isoOf(row.created_at),
    act: row.act,
    by: row.by_id === null ? null : { id: row.by_id, name: row.by_name },
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      label: row.subject_kind === 'person' ? (row.subject_name ?? '') : row.subject_label,
    },
    reason: row.reason,
  };
}

/** Endpoint for the audit log of staff actions. */
export function auditAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  return [
    answer(acts, async ({ query }) => {
      const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;
      // One more row than requested shows whether a next page exists.
      const found = await findAuditEntries(reader, query, auditEntriesPerPage + 1);
      const rows = found.slice(0, auditEntriesPerPage);
      const nextCursor = found.length > auditEntriesPerPage ? (rows.at(-1)?.id ?? null) : null;
      return { acts: rows.map(present), nextCursor };
    }),
  ];
}
