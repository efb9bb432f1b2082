import { z } from 'zod';
import { type Answer, answer } from '../../../identity/answer.ts';
import { addressNotProven } from '../../../identity/mail/mail-problems.ts';
import { provenEmailOf } from '../../../identity/proven-email.ts';
import { writeAs } from '../../../identity/write-as.ts';
import type { Storage } from '../../../storage/storage.ts';
import { myLetters, saveLetters } from '../contract.ts';
import { beginCommentEmails, endCommentEmails, wantsCommentEmails } from './comment-email-store.ts';

export interface CommentEmailParts {
  readonly storage: Storage;
  /** Whether this site sends e-mails. */
  readonly canSend: boolean;
  readonly now?: () => number;
}

/** The member's e-mail preferences. */
export function commentEmailAnswers(parts: CommentEmailParts): readonly Answer[] {
  const { storage, canSend, now = Date.now } = parts;
  return [
    answer(myLetters, async (_input, { person }) => ({
      canSend,
      comments: await wantsCommentEmails(storage.writer, person.id),
    })),

    answer(saveLetters, async ({ body: { comments } }, { person }) => {
      await writeAs(storage, person.id, async (write) => {
        if (!comments) return endCommentEmails(write, person.id);
        if ((await provenEmailOf(write.db, person.id)) === undefined) throw addressNotProven();
        return beginCommentEmails(write, person.id, now());
      });
      return { comments };
    }),
  ];
}

/** Personal data of this feature: the subscription to these e-mails. */
export function personalCommentEmails(storage: Storage) {
  return {
    name: 'letters',
    row: z.object({ comments_since: z.number() }),
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* await storage.reader
        .selectFrom('comment_letters')
        .select('created_at as comments_since')
        .where('person_id', '=', personId)
        .execute();
    },
  };
}
