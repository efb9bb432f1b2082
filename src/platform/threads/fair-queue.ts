/** A queued item and its owner. */
export interface Waiting {
  /** A person's id, or the name of another caller. */
  readonly owner: string;
  /** Its share of `QueueBounds.size`, such as its number of characters. */
  readonly size: number;
}

export interface QueueBounds {
  /** Maximum number of items per owner. */
  readonly perOwner: number;
  /** Maximum number of items. */
  readonly inAll: number;
  /** Maximum total size. */
  readonly size: number;
}

/** A bounded round-robin queue: an owner with many items delays another owner by one item. */
export interface FairQueue<T extends Waiting> {
  readonly isEmpty: boolean;
  /** False if the queue is full. */
  add(item: T): boolean;
  /** The oldest item of the next owner. */
  take(): T | undefined;
}

export function createFairQueue<T extends Waiting>(bounds: QueueBounds): FairQueue<T> {
  /** By owner, in the order of their turns. */
  const waiting = new Map<string, T[]>();
  let count = 0;
  let size = 0;
  return {
    get isEmpty() {
      return count === 0;
    },
    add(item) {
      const own = waiting.get(item.owner) ?? [];
      if (own.length >= bounds.perOwner || count >= bounds.inAll) return false;
      if (count > 0 && size + item.size > bounds.size) return false;
      own.push(item);
      waiting.set(item.owner, own);
      count += 1;
      size += item.size;
      return true;
    },
    take() {
      const [turn] = waiting;
      if (!turn) return undefined;
      const [owner, own] = turn;
      const item = own.shift();
      waiting.delete(owner);
      if (own.length > 0) waiting.set(owner, own);
      if (!item) return undefined;
      count -= 1;
      size -= item.size;
      return item;
    },
  };
}
