/** Milliseconds between two questions, where the browser has a network and the site doesn't answer. */
const askEveryMs = 5_000;
/** Milliseconds after which no answer is one. */
const patienceMs = 5_000;

/** Whether the site answers. A browser that has a network needn't have one that leads there. */
export async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/** Resolves when the connection is said to be back, or it is time to ask once more. */
function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true });
    setTimeout(() => navigator.onLine && resolve(), askEveryMs);
  });
}

/** Resolves as soon as the site answers, or nobody waits for it any more. */
export async function whenReachable(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && !(await isReachable())) await nextChance();
}
