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
 * they arrived, then one per turn, round-robin over the networks that have requests waiting. A network that sends many
 * delays its own, and cached pages, new connections and replies of the database are handled in between.
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
    const next = waiting.take();
    if (!next) return;
    if (queueChanges.hasSubscribers) queueChanges.publish({ queue: 'turns', by: -1 });
    beginTurn();
    next.begin();
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
