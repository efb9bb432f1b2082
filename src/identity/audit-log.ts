import { isId } from '../platform/text/id.ts';
import { toNfc } from '../platform/text/normal-form.ts';
import { rowId } from '../storage/row-id.ts';
import type { Write } from '../storage/storage.ts';

/** The object of a staff action. */
export interface AuditSubject {
  /** Such as `blog`, `comment`, `person` or `setting`. */
  readonly kind: string;
  readonly id: string;
  /**
   * A title or similar, kept after the subject is deleted. A person's name isn't stored, since it is deleted with the
   * account; the log's page looks it up.
   */
  readonly label: string;
}

export interface NewAuditEntry {
  /** The actor; null for the operator at the server's shell. */
  readonly by: { readonly id: string } | null;
  /** Such as `blog-hidden`; stored in the column `act`. */
  readonly action: string;
  readonly subject: AuditSubject;
  /** The person whose name the reason may contain, where the subject isn't a person, such as a text's author. */
  readonly about?: string | null;
  /** The actor's words; empty where no reason is required. The name of the person concerned is removed. */
  readonly reason?: string;
  /** Milliseconds since 1970; now by default. */
  readonly at?: number;
}

const unnamed = '(this person)';

/** Removes a name from a text, ignoring case. */
function without(text: string, name: string): string {
  const [folded, wanted] = [text.toLowerCase(), name.toLowerCase()];
  // A few letters change their length in lower case.
  if (folded.length !== text.length) return text.replaceAll(name, unnamed);
  let at = 0;
  const pieces = folded.split(wanted).map(({ length }) => {
    const piece = text.slice(at, at + length);
    at += length + wanted.length;
    return piece;
  });
  return pieces.join(unnamed);
}

/** A reason without the names of the people concerned, for records that outlive their accounts. */
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
      // A name of one or two letters also occurs within other words.
      return name && name.length > 2 ? without(text, name) : text;
    }, toNfc(reason));
}

/**
 * The label of a subject that is between two people: their ids, since names are deleted with their accounts. The log's
 * page looks them up.
 */
export function labelOfPair(fromId: string, toId: string): string {
  return `${fromId} ${toId}`;
}

/** The ids in a label; undefined where it isn't of two people. */
export function pairIn(label: string): readonly [from: string, to: string] | undefined {
  const [from = '', to = '', ...rest] = label.split(' ');
  return isId(from) && isId(to) && rest.length === 0 ? [from, to] : undefined;
}

/** Records an action of an owner or a moderator, in the same transaction. */
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
      // The log is append-only, so it must not contain names.
      reason: await withoutNames(db, reason, about ? [about] : []),
      created_at: at,
    })
    .execute();
}
