import { useEffect, useRef, useState } from 'react';
import { type Layout, layoutCpuMs } from '../../../../platform/markdown/layout-bounds.ts';
import { plainParagraphs } from '../../../../platform/markdown/plain-paragraphs.ts';

/** Milliseconds without typing before the preview follows. */
const settleMs = 120;
/** A text may take so many times what it may compute on the server: phones are slower, and do other things as well. */
const patience = 3;

export type Preview =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed' }
  /** It takes too long: shown as plain paragraphs, and could not be published. */
  | { readonly status: 'refused'; readonly html: string }
  | { readonly status: 'shown'; readonly html: string };

interface Renderer {
  /** Asks for a text; while one is being rendered the newest waits, and those before it are dropped. */
  render(markdown: string): void;
  stop(): void;
}

function startRenderer(show: (preview: Preview) => void): Renderer {
  let worker: Worker | undefined;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: string | undefined;

  function refuse(markdown: string) {
    stop();
    show({ status: 'refused', html: plainParagraphs(markdown) });
    next();
  }

  function next() {
    if (waiting === undefined) return;
    const markdown = waiting;
    waiting = undefined;
    isBusy = true;
    worker ??= new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<'begun' | Layout | undefined>) => {
      clearTimeout(timer);
      if (data === 'begun') {
        timer = setTimeout(() => refuse(markdown), patience * layoutCpuMs(markdown.length));
        return;
      }
      isBusy = false;
      if (!data) return refuse(markdown);
      show({ status: 'shown', html: data.html });
      next();
    };
    worker.onerror = () => {
      stop();
      show({ status: 'failed' });
    };
    worker.postMessage(markdown);
  }

  function stop() {
    clearTimeout(timer);
    isBusy = false;
    worker?.terminate();
    worker = undefined;
  }

  return {
    render(markdown) {
      waiting = markdown;
      if (!isBusy) next();
    },
    stop,
  };
}

/** The text as it will be published, while `isWanted`; follows the typing. */
export function usePreview(markdown: string, isWanted: boolean): Preview {
  const [preview, setPreview] = useState<Preview>({ status: 'waiting' });
  const renderer = useRef<Renderer>(undefined);
  const hasRendered = useRef(false);

  useEffect(() => {
    if (!isWanted) return;
    renderer.current = startRenderer(setPreview);
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
