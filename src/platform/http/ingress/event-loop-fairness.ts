import { queueChanges } from '../../telemetry/queues.ts';
import { createFairQueue, type Waiting } from '../../threads/fair-queue.ts';

/** Milliseconds of one turn of the event loop after which whoever asks waits for the next. */
const busyMs = 10;
/** Each that waits has a connection, and those are bounded. */
const bounds = { perOwner: Infinity, inAll: Infinity, size: Infinity };

interface WaitingRequest extends Waiting {
  readonly begin: () => void;
}

/**
 * Shares the event loop among requests that cost something: of all that came in with one turn it begins as many as fit
 * into its share, then one a turn, in turn for each network that has some waiting. So whoever sends much waits for
 * themselves; and between two requests everything else gets its turn: finished pages, new connections, replies of the
 * database.
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
    if (waiting.isEmpty && performance.now() - began < busyMs) begin();
    else {
      waiting.add({ owner: network(), size: 0, begin });
      if (queueChanges.hasSubscribers) queueChanges.publish({ queue: 'turns', by: 1 });
    }
  };
}
