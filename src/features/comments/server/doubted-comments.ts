import { repeatMs } from './comment-store.ts';

/** Most that are remembered at once; an outage leaves fewer. */
const most = 1_000;

/** As much of a comment as makes it the same. */
export interface Saying {
  readonly personId: string;
  readonly blogId: string;
  readonly text: string;
}

export interface DoubtedComments {
  /** Nobody knows whether this was added. `now` in milliseconds since 1970, as below. */
  note(saying: Saying, now: number): void;
  has(saying: Saying, now: number): boolean;
}

/**
 * The comments whose outcome this process could not tell, for as long as the same words are refused: a caller that sends
 * no `Idempotency-Key` sends the same words again, and means the same comment.
 */
export function createDoubtedComments(): DoubtedComments {
  const notedAt = new Map<string, number>();
  const nameOf = ({ personId, blogId, text }: Saying) => `${personId} ${blogId} ${text}`;

  return {
    note(saying, now) {
      const [oldest] = notedAt.keys();
      if (notedAt.size >= most && oldest !== undefined) notedAt.delete(oldest);
      notedAt.set(nameOf(saying), now);
    },
    has(saying, now) {
      const at = notedAt.get(nameOf(saying));
      return at !== undefined && now - at < repeatMs;
    },
  };
}
