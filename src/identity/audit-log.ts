import { rowId } from '../storage/row-id.ts';
import type { Write } from '../storage/storage.ts';

/** What an act was done to. */
export interface AuditSubject {
  /** Such as `blog`, `comment`, `person` or `setting`. */
  readonly kind: string;
  readonly id: string;
  /**
   * What it is called, such as a blog's title, for a log that outlasts it. Of a person it isn't kept: a name goes with
   * its account, and until then it is read where the log is shown.
   */
  readonly label: string;
}

export interface NewAuditEntry {
  /** The one who does it; null for whoever keeps the machine, at its shell. */
  readonly by: { readonly id: string } | null;
  /** What is done, such as `blog-hidden`. */
  readonly act: string;
  readonly subject: AuditSubject;
  /** Why, in the words of the one who does it; empty where nobody asks. */
  readonly reason?: string;
  /** Milliseconds since 1970; now unless told. */
  readonly at?: number;
}

/** Notes what somebody did who keeps the site in order, in the write that does it: either both stand or none. */
export async function recordAudit({ db }: Pick<Write, 'db'>, given: NewAuditEntry): Promise<void> {
  const { by, action, subject, reason = '', at = Date.now() } = given;
  await db
    .insertInto('acts')
    .values({
      id: rowId(),
      by_id: by?.id ?? null,
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_label: subject.kind === 'person' ? '' : subject.label,
      reason,
      created_at: at,
    })
    .execute();
}
