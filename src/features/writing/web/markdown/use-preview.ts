import { useEffect, useRef, useState } from 'react';

/** Milliseconds without typing before the preview follows. */
const settleMs = 120;

export type Preview =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed' }
  | { readonly status: 'shown'; readonly html: string };

interface Renderer {
  /** Asks for a text; while one is being rendered the newest waits, and those before it are dropped. */
  render(markdown: string): void;
  stop(): void;
}

function startRenderer(show: (html: string) => void, fail: () => void): Renderer {
  const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' });
  let isBusy = false;
  let waiting: string | undefined;

  function next() {
    if (waiting === undefined) return;
    isBusy = true;
    worker.postMessage(waiting);
    waiting = undefined;
  }
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    isBusy = false;
    show(data);
    next();
  });
  worker.addEventListener('error', fail);
  return {
    render(markdown) {
      waiting = markdown;
      if (!isBusy) next();
    },
    stop: () => worker.terminate(),
  };
}

/** The text as it will be published, while `isWanted`; follows the typing. */
export function usePreview(markdown: string, isWanted: boolean): Preview {
  const [preview, setPreview] = useState<Preview>({ status: 'waiting' });
  const renderer = useRef<Renderer>(undefined);
  const hasRendered = useRef(false);

  useEffect(() => {
    if (!isWanted) return;
    renderer.current = startRenderer(
      (html) => setPreview({ status: 'shown', html }),
      () => setPreview({ status: 'failed' }),
    );
    hasRendered.current = false;
    return () => renderer.current?.stop();
  }, [isWanted]);

  useEffect(() => {
    if (!isWanted) return;
    const delayMs = hasRendered.current ? settleMs : 0;
    const timer = setTimeout(() => {
      hasRendered.current = true;
      renderer.current?.render(markdown);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [markdown, isWanted]);

  return preview;
}
