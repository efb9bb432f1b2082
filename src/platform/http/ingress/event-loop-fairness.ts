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
 * Keeps requests that cost CPU from occupying the event loop: it starts those that fit into the budget of the turn in which
 * they arrived, and of each turn after it, at least one, round-robin over the networks that have requests waiting. A network
 * that sends many delays its own, and cached pages, new connections and replies of the database are handled in between.
 * One per turn would keep a crowd of cheap writes apart, which are committed by the turn.
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
    // Ticks come when no promise has anything left to do: what the request costs at once has been spent.
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
