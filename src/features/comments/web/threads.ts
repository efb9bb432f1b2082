import type { CommentOrder } from '../contract.ts';

/** What says where a comment stands. */
interface Placed {
  readonly _id: string;
  readonly replyTo: string | null;
}

/** The order of a list that is shown by threads. */
export type ThreadOrder = Exclude<CommentOrder, 'oldest'>;

/** A comment with its replies, oldest first; undefined where it is gone and they are not. */
export interface Thread<C extends Placed> {
  readonly id: string;
  readonly top: C | undefined;
  readonly replies: readonly C[];
}

export function threadOf({ _id, replyTo }: Placed): string {
  return replyTo ?? _id;
}

/** Whether one comment stands before another in a list: ids are in the order of time. */
export function isBefore(order: ThreadOrder, one: Placed, other: Placed): boolean {
  const [thread, otherThread] = [threadOf(one), threadOf(other)];
  if (thread === otherThread) return one._id < other._id;
  return order === 'newest' ? thread > otherThread : thread < otherThread;
}

/** The comments with one more, in its place; one that is there already is replaced. */
export function withComment<C extends Placed>(
  order: ThreadOrder,
  comments: readonly C[],
  comment: C,
): readonly C[] {
  const others = comments.filter(({ _id }) => _id !== comment._id);
  const at = others.findIndex((other) => isBefore(order, comment, other));
  return at < 0 ? [...others, comment] : others.toSpliced(at, 0, comment);
}

/** The comments by threads, in the order in which these come. */
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
