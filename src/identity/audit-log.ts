import { toNfc } from '../platform/text/normal-form.ts';
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
  /** Whose name the reason may hold, where the subject isn't a person: such as a text's author. */
  readonly about?: string | null;
  /** Why, in the words of who does it; empty where no reason is asked for. Names of whom it is about are taken out. */
  readonly reason?: string;
  /** Milliseconds since 1970; now by default. */
  readonly at?: number;
}

const unnamed = '(this person)';

/** A text without a name, however its letters are written. */
function without(text: string, name: string): string {
  const [folded, wanted] = [text.toLowerCase(), name.toLowerCase()];
  // Few letters have another length as small ones.
  if (folded.length !== text.length) return text.replaceAll(name, unnamed);
  let at = 0;
  const pieces = folded.split(wanted).map(({ length }) => {
    const piece = text.slice(at, at + length);
    at += length + wanted.length;
    return piece;
  });
  return pieces.join(unnamed);
}

/** A reason without the names of whom it is about, for what outlasts their accounts. */
export async function withoutNames(
  db: Write['db'],
  reason: string,
  personIds: readonly string[],
): Promise<string> {
  if (!reason || personIds.length === 0) return reason;
  const people = await db
    .selectFrom('people')
    .select(['name', 'email'])
    .where('id', 'in', personIds)
    .execute();
  return people
    .flatMap(({ email, name }) => [email, name])
    .reduce<string>((text, name) => {
      // A name of a letter or two stands in other words as well.
      return name && name.length > 2 ? without(text, name) : text;
    }, toNfc(reason));
}

/** Records an action of an owner or a moderator, in the write that does it: both are committed, or neither. */
export async function recordAudit({ db }: Pick<Write, 'db'>, given: NewAuditEntry): Promise<void> {
  const { by, action, subject, reason = '', at = Date.now() } = given;
  const about = subject.kind === 'person' ? subject.id : given.about;
  await db
    .insertInto('acts')
    .values({
      id: rowId(),
      by_id: by?.id ?? null,
      act: action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_label: subject.kind === 'person' ? '' : subject.label,
      // Nothing in the log is ever changed: what names people is no part of it.
      reason: await withoutNames(db, reason, about ? [about] : []),
      created_at: at,
    })
    .execute();
}
