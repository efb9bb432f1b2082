import { queueChanges } from '../../telemetry/queues.ts';
import { createFairQueue, type Waiting } from '../../threads/fair-queue.ts';

/** Milliseconds of one turn of the event loop after which further requests wait for the next turn. */
const turnBudgetMs = 10;
/** Every waiting request holds a connection, and connections are limited (`connections.ts`). */
const bounds = { perOwner: Infinity, inAll: Infinity, size: Infinity };

interface WaitingRequest extends Waiting {
  readonly begin: () => void;
}

/**
 * Keeps requests that cost CPU from occupying the event loop: each turn starts requests until its budget is spent, at
 * least one, round-robin over the networks with waiting requests. A network that sends many requests delays only its
 * own, and cached pages, new connections and database replies are handled in between. One request per turn would split
 * up cheap writes, which are committed once per turn.
 */
export function createEventLoopFairness(): (begin: () => void, network: () => string) => void {
  const waiting = createFairQueue<WaitingRequest>(bounds);
  let turnBegan: number | undefined;

  function beginTurn(): number {
    setImmediate(endTurn);
    turnBegan = performance.now();
    return turnBegan;
  }

  function endTurn(): void {
    turnBegan = undefined;
    if (!waiting.isEmpty) beginWaiting(beginTurn());
  }

  function beginWaiting(began: number): void {
    const next = waiting.take();
    if (!next) return;
    if (queueChanges.hasSubscribers) queueChanges.publish({ queue: 'turns', by: -1 });
    next.begin();
    // Ticks run after all pending promises, so the request's synchronous cost is included.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (performance.now() - began < turnBudgetMs) beginWaiting(began);
      }),
    );
  }

  return (begin, network) => {
    const began = turnBegan ?? beginTurn();
    if (waiting.isEmpty && performance.now() - began < turnBudgetMs) begin();
    else {
      waiting.add({ owner: network(), size: 0, begin });
      if (queueChanges.hasSubscribers) queueChanges.publish({ queue: 'turns', by: 1 });
    }
  };
}
