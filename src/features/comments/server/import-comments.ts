import { blogTags } from '../../../blog/contract.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { bytesOf } from '../../../identity/quotas/account-quotas.ts';
import { lengthOf } from '../../../platform/text/read-text.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import type { Write } from '../../../storage/storage.ts';
import { commentMax, readComment } from '../contract.ts';

/** A comment from another site, by a person without an account here. */
export interface ImportedComment {
  /** Derived from its time: comments are in the order of their ids. */
  readonly id: string;
  readonly personId: string;
  /** As returned by `readImportedComment`. */
  readonly text: string;
  readonly createdAt: number;
  /** The top comment of its thread; null for a top comment. */
  readonly replyTo: string | null;
  /** The comment that it answers within the thread. */
  readonly answeredId: string | null;
  readonly editedAt: number | null;
}

/** Rows in one statement. */
const atOnce = 100;

/** The text to store, cut to the limit if too long, which the import reports; undefined for an unusable comment. */
export function readImportedComment(given: string): { text: string; isCut: boolean } | undefined {
  const whole = readComment(given);
  if (!(whole instanceof Refused)) return { text: whole, isCut: false };
  if (lengthOf(given) <= commentMax) return undefined;
  const cut = readComment(`${[...given].slice(0, commentMax - 1).join('')}…`);
  return cut instanceof Refused ? undefined : { text: cut, isCut: true };
}

/** Adds imported comments. Sends no notifications. */
export async function insertImportedComments(
  { db, touch }: Write,
  blogId: string,
  comments: readonly ImportedComment[],
): Promise<void> {
  const rows = comments.map(({ id, personId, text, ...at }) => ({
    id,
    blog_id: blogId,
    person_id: personId,
    text,
    reply_to: at.replyTo,
    answered_id: at.answeredId,
    created_at: at.createdAt,
    edited_at: at.editedAt,
    bytes: bytesOf(text),
  }));
  for (let at = 0; at < rows.length; at += atOnce) {
    await allTexts(db)
      .insertInto('comments')
      .values(rows.slice(at, at + atOnce))
      .execute();
  }
  if (rows.length > 0) touch(blogTags.comments(blogId));
}
