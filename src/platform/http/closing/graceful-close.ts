import type { Draining } from './draining.ts';

/** Time in which a load balancer learns from `/readyz` that requests have to go elsewhere. */
export const drainMs = 3_000;
/** After this, what is still open is cut off. */
const hardStopMs = 10_000;
/** How often connections that have become idle are let go while the last requests are answered. */
const idleCheckMs = 100;

export interface CloseTimes {
  readonly hardStopMs?: number;
}

/**
 * Ends in order: answers for a while with `Connection: close`, then stops accepting (`close`) while running requests
 * are answered, and after ten seconds cuts off what is left. With no connection open it ends at once.
 */
export async function closeGracefully(
  draining: Draining,
  close: () => Promise<unknown>,
  times: CloseTimes = {},
): Promise<void> {
  const hardStop = setTimeout(() => draining.closeAll(), times.hardStopMs ?? hardStopMs);
  await draining.drain();
  const idleCheck = setInterval(() => draining.closeIdle(), idleCheckMs);
  try {
    await close();
  } finally {
    clearInterval(idleCheck);
    clearTimeout(hardStop);
  }
}

/** Within this time two signals are one: a terminal tells the whole group, and the launcher passes it on as well. */
const sameSignalMs = 500;

/** Runs `stop` at the first SIGTERM or SIGINT and ends the process after it; a later one ends it at once. */
export function stopOnSignal(
  stop: () => Promise<void>,
  onError: (error: unknown) => void,
  togetherMs = sameSignalMs,
): void {
  let stoppedAt: number | undefined;
  function onSignal(): void {
    if (stoppedAt !== undefined) {
      if (performance.now() - stoppedAt > togetherMs) process.exit(1);
      return;
    }
    stoppedAt = performance.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        onError(error);
        process.exit(1);
      },
    );
  }
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
