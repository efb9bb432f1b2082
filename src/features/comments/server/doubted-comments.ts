import { repeatMs } from './comment-store.ts';

/** Remembered at most; an outage produces fewer. */
const most = 1_000;

/** What makes two comments the same. */
export interface CommentKey {
  readonly personId: string;
  readonly blogId: string;
  readonly text: string;
}

export interface DoubtedComments {
  /**
   * Records that the outcome of adding this comment is unknown. `now`, here and below, is in milliseconds since 1970.
   */
  note(comment: CommentKey, now: number): void;
  has(comment: CommentKey, now: number): boolean;
}

/**
 * Remembers comments with an unknown outcome in this process, as long as repetitions are refused: a client without an
 * `Idempotency-Key` retries with the same text and means the same comment.
 */
export function createDoubtedComments(): DoubtedComments {
  const notedAt = new Map<string, number>();
  const nameOf = ({ personId, blogId, text }: CommentKey) => `${personId} ${blogId} ${text}`;

  return {
    note(comment, now) {
      const [oldest] = notedAt.keys();
      if (notedAt.size >= most && oldest !== undefined) notedAt.delete(oldest);
      notedAt.set(nameOf(comment), now);
    },
    has(comment, now) {
      const at = notedAt.get(nameOf(comment));
      return at !== undefined && now - at < repeatMs;
    },
  };
}
