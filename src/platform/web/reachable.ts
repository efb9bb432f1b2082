/** Interval of checks in milliseconds, while the browser is online and the site doesn't answer. */
const askEveryMs = 5_000;
/** Timeout of a check in milliseconds. */
const patienceMs = 5_000;

/** Whether the site answers. A browser that is online may still have no route to it. */
export async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/** Resolves at the `online` event or when the next check is due. */
function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true });
    setTimeout(() => navigator.onLine && resolve(), askEveryMs);
  });
}

/** Resolves when the site answers or the signal aborts. */
export async function whenReachable(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && !(await isReachable())) await nextChance();
}
