import { unavailable } from '../../../../platform/contract/problems.ts';

/** Who waits for a core: hashing is the dearest thing that a stranger can ask for. */
export interface Turn {
  /** Networks take turns, however many of their requests wait. */
  readonly network: string;
  /** True for an account's owner in a place where they signed in before: these have places and turns of their own. */
  readonly isKnown: boolean;
}

export interface TurnsOptions {
  /** How many run at once. */
  readonly atOnce: number;
  /** How many wait, strangers and known ones each; beyond it the answer is "busy", not a growing queue. */
  readonly waitingMax: number;
}

export interface Turns {
  /** Runs `work` when it is its turn. Throws `unavailable` where there is no place to wait. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

interface Waiter {
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/** Seconds after which a refused one should come again. */
const retryAfter = 5;

/** Those who wait, by network; the map's order is the order in which networks have their turn. */
class Lane {
  readonly #byNetwork = new Map<string, Waiter[]>();
  readonly #max: number;
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** False where there is no place, and no network that has more of them than this one. */
  add(network: string, waiter: Waiter): boolean {
    const own = this.#byNetwork.get(network) ?? [];
    if (this.#size >= this.#max && !this.#makeRoom(own.length + 1)) return false;
    own.push(waiter);
    this.#byNetwork.set(network, own);
    this.#size += 1;
    return true;
  }

  /** Sends away the last comer of the network that has the most places, if those are more than `count`. */
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
    // Behind all the others.
    if (waiters.length > 0) this.#byNetwork.set(network, waiters);
    this.#size -= 1;
    return waiter;
  }
}

/**
 * A queue that nobody fills for others: networks take turns, a network that waits with few is let in before one that
 * waits with many, and known ones have every second turn.
 */
export function createTurns({ atOnce, waitingMax }: TurnsOptions): Turns {
  const known = new Lane(waitingMax);
  const strangers = new Lane(waitingMax);
  let running = 0;
  let isTurnOfKnown = true;

  function next(): Waiter | undefined {
    const [first, second] = isTurnOfKnown ? [known, strangers] : [strangers, known];
    isTurnOfKnown = !isTurnOfKnown;
    return first.next() ?? second.next();
  }

  function wait({ network, isKnown }: Turn): Promise<void> {
    return new Promise((begin, reject) => {
      const giveUp = () => reject(unavailable({ retryAfter }));
      if (!(isKnown ? known : strangers).add(network, { begin, giveUp })) giveUp();
    });
  }

  return {
    async run(turn, work) {
      if (running < atOnce) running += 1;
      else await wait(turn);
      try {
        return await work();
      } finally {
        // The core passes straight on.
        const waiter = next();
        if (waiter) waiter.begin();
        else running -= 1;
      }
    },
  };
}
