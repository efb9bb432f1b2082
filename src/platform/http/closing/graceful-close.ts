import type { Draining } from './draining.ts';

/** Time for a load balancer to learn from `/readyz` that it must route elsewhere. */
export const drainMs = 3_000;
/** Remaining connections are destroyed after this time. */
const hardStopMs = 10_000;
/** Interval for closing idle connections while the last requests are answered. */
const idleCheckMs = 100;

export interface CloseTimes {
  readonly hardStopMs?: number;
}

/**
 * Shuts down in order: answers with `Connection: close` for a while, then stops accepting (`close`) while running
 * requests are answered, and destroys remaining connections after ten seconds. Ends at once if no connection is open.
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

/**
 * Two signals within this time count as one: a terminal signals the whole process group, and the launcher forwards the
 * signal too.
 */
const sameSignalMs = 500;

/** Runs `stop` at the first SIGTERM or SIGINT, then exits; a second signal exits at once. */
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
