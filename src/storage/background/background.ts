import { everything, type Storage } from '../storage.ts';

export interface BackgroundOptions {
  readonly storage: Storage;
  /** A commit that touches this tag starts a run. */
  readonly tag: string;
  /** Maximum time between two runs, in milliseconds. */
  readonly everyMs: number;
  /** Processes the pending work. It stops soon after the signal. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs work in the background: at once after a commit of any process that touches the tag, and periodically, because
 * another process may have received the notification and died. Returns a function that stops it and waits for running
 * work.
 */
export function startBackground(options: BackgroundOptions): () => Promise<void> {
  const { storage, tag, everyMs, work, onError } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWanted = false;

  async function run(): Promise<void> {
    do {
      isWanted = false;
      await work(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
      });
    } while (isWanted && !stopping.signal.aborted);
    running = undefined;
  }

  function look(): void {
    if (stopping.signal.aborted) return;
    isWanted = true;
    running ??= run();
  }

  const timer = setInterval(look, everyMs).unref();
  const ignoreChanges = storage.onChange((tags) => {
    if (tags.includes(tag) || tags.includes(everything)) look();
  });
  look();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    ignoreChanges();
    await running;
  };
}
