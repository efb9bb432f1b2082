import type { CommentOrder } from '../contract.ts';

/** The fields that determine a comment's place. */
interface Placed {
  readonly _id: string;
  readonly replyTo: string | null;
}

/** An order by threads. */
export type ThreadOrder = Exclude<CommentOrder, 'oldest'>;

/** A comment with its replies, oldest first; `top` is undefined for a deleted comment with replies. */
export interface Thread<C extends Placed> {
  readonly id: string;
  readonly top: C | undefined;
  readonly replies: readonly C[];
}

export function threadOf({ _id, replyTo }: Placed): string {
  return replyTo ?? _id;
}

/** Whether a comment comes before another in the list: ids are in order of time. */
export function isBefore(order: ThreadOrder, one: Placed, other: Placed): boolean {
  const [thread, otherThread] = [threadOf(one), threadOf(other)];
  if (thread === otherThread) return one._id < other._id;
  return order === 'newest' ? thread > otherThread : thread < otherThread;
}

/** Inserts or replaces a comment in its place. */
export function withComment<C extends Placed>(
  order: ThreadOrder,
  comments: readonly C[],
  comment: C,
): readonly C[] {
  const others = comments.filter(({ _id }) => _id !== comment._id);
  const at = others.findIndex((other) => isBefore(order, comment, other));
  return at < 0 ? [...others, comment] : others.toSpliced(at, 0, comment);
}

/** Groups comments by thread, in the given order. */
export function threadsOf<C extends Placed>(comments: readonly C[]): readonly Thread<C>[] {
  const threads = new Map<string, { top: C | undefined; replies: C[] }>();
  for (const comment of comments) {
    const id = threadOf(comment);
    const thread = threads.get(id) ?? { top: undefined, replies: [] };
    if (comment.replyTo === null) thread.top = comment;
    else thread.replies.push(comment);
    threads.set(id, thread);
  }
  return [...threads].map(([id, thread]) => ({ id, ...thread }));
}
