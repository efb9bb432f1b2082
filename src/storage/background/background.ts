import { everything, type Storage } from '../storage.ts';

export interface BackgroundOptions {
  readonly storage: Storage;
  /** A commit that touches it is a reason to look. */
  readonly tag: string;
  /** The longest that nobody looks, in milliseconds. */
  readonly everyMs: number;
  /** Does what there is to do. It stops soon after the signal. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs work beside the requests: at once when a commit of any process may have brought some, and periodically, since
 * another process may have got the notice and died. Returns how to stop; running work is waited for.
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
