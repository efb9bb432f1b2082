/** Something that waits, and on whose behalf. */
export interface Waiting {
  /** A person's id, or what else asks. */
  readonly owner: string;
  /** What it takes of the room, such as its characters. */
  readonly size: number;
}

export interface QueueBounds {
  /** Most that wait for one owner. */
  readonly perOwner: number;
  /** Most that wait in all. */
  readonly inAll: number;
  /** Most room that all take together. */
  readonly size: number;
}

/** A bounded queue in which owners take turns: whoever has much to do delays another by one turn. */
export interface FairQueue<T extends Waiting> {
  readonly isEmpty: boolean;
  /** False where there is no room. */
  add(item: T): boolean;
  /** The first of the owner whose turn it is. */
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
