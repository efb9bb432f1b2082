import { rowId } from '../storage/row-id.ts';
import type { Write } from '../storage/storage.ts';

/** What an action of staff was done to. */
export interface AuditSubject {
  /** Such as `blog`, `comment`, `person` or `setting`. */
  readonly kind: string;
  readonly id: string;
  /**
   * Its title or the like, for a log that outlasts it. A person's name isn't stored, since it is deleted with the account;
   * until then it is read where the log is shown.
   */
  readonly label: string;
}

export interface NewAuditEntry {
  /** Who does it; null for the operator at the machine's shell. */
  readonly by: { readonly id: string } | null;
  /** Such as `blog-hidden`; in the column `act`. */
  readonly action: string;
  readonly subject: AuditSubject;
  /** Why, in the words of who does it; empty where no reason is asked for. */
  readonly reason?: string;
  /** Milliseconds since 1970; now by default. */
  readonly at?: number;
}

/** Records an action of an owner or a moderator, in the write that does it: both are committed, or neither. */
export async function recordAudit({ db }: Pick<Write, 'db'>, given: NewAuditEntry): Promise<void> {
  const { by, action, subject, reason = '', at = Date.now() } = given;
  await db
    .insertInto('acts')
    .values({
      id: rowId(),
      by_id: by?.id ?? null,
      act: action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_label: subject.kind === 'person' ? '' : subject.label,
      reason,
      created_at: at,
    })
    .execute();
}
