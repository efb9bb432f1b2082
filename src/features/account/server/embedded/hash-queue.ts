import { unavailable } from '../../../../platform/contract/problems.ts';

/** The requester of a hash, the most expensive work that a visitor can cause. */
export interface Requester {
  /** Networks are served round-robin, however many requests each has queued. */
  readonly network: string;
  /** True for an account on a network of an earlier sign-in: such requests have a queue of their own. */
  readonly isKnown: boolean;
}

export interface HashQueueOptions {
  /** Concurrent hashes. */
  readonly atOnce: number;
  /** Length of each of the two queues; further requests are refused. */
  readonly waitingMax: number;
}

export interface HashQueue {
  /** Runs `work` when a core is free. Throws `unavailable` where the queue is full. */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>;
}

interface Waiter {
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/** Seconds for the `Retry-After` of a refused request. */
const retryAfter = 5;

/** Waiting requests by network; the map's order is the order in which networks are served. */
class RoundRobin {
  readonly #byNetwork = new Map<string, Waiter[]>();
  readonly #max: number;
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** False where the queue is full and no other network has more requests in it. */
  add(network: string, waiter: Waiter): boolean {
    const own = this.#byNetwork.get(network) ?? [];
    if (this.#size >= this.#max && !this.#makeRoom(own.length + 1)) return false;
    own.push(waiter);
    this.#byNetwork.set(network, own);
    this.#size += 1;
    return true;
  }

  /** Refuses the newest request of the network with the most, if those are more than `count`. */
  #makeRoom(count: number): boolean {
    let most: Waiter[] = [];
    for (const waiters of this.#byNetwork.values()) {
      if (waiters.length > most.length) most = waiters;
    }
    if (most.length <= count) return false;
    most.pop()?.giveUp();
    this.#size -= 1;
    return true;
  }

  next(): Waiter | undefined {
    const [first] = this.#byNetwork;
    if (!first) return undefined;
    const [network, waiters] = first;
    const waiter = waiters.shift();
    this.#byNetwork.delete(network);
    // The network goes to the end of the rotation.
    if (waiters.length > 0) this.#byNetwork.set(network, waiters);
    this.#size -= 1;
    return waiter;
  }
}

/**
 * A queue that a single network can't fill for others: networks are served round-robin, a full queue refuses the
 * network with the most requests, and known owners get every second slot.
 */
export function createHashQueue({ atOnce, waitingMax }: HashQueueOptions): HashQueue {
  const known = new RoundRobin(waitingMax);
  const strangers = new RoundRobin(waitingMax);
  let running = 0;
  let isKnownNext = true;

  function next(): Waiter | undefined {
    const [first, second] = isKnownNext ? [known, strangers] : [strangers, known];
    isKnownNext = !isKnownNext;
    return first.next() ?? second.next();
  }

  function wait({ network, isKnown }: Requester): Promise<void> {
    return new Promise((begin, reject) => {
      const giveUp = () => reject(unavailable({ retryAfter }));
      if (!(isKnown ? known : strangers).add(network, { begin, giveUp })) giveUp();
    });
  }

  return {
    async run(requester, work) {
      if (running < atOnce) running += 1;
      else await wait(requester);
      try {
        return await work();
      } finally {
        // The slot passes to the next request.
        const waiter = next();
        if (waiter) waiter.begin();
        else running -= 1;
      }
    },
  };
}
