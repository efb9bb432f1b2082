import { useEffect, useRef, useState } from 'react';
import { type Layout, layoutCpuMs } from '../../../../../platform/markdown/layout-bounds.ts';
import { plainParagraphs } from '../../../../../platform/markdown/plain-paragraphs.ts';

/** Milliseconds without typing before words are counted, while the preview is hidden. */
const countMs = 500;
/** Multiple of the server's time limit for a layout: phones are slower and busy with other work. */
const patience = 3;

export type Preview =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed' }
  /** Exceeds the time limit: shown as plain paragraphs, and can't be published. */
  | { readonly status: 'refused'; readonly html: string }
  | { readonly status: 'shown'; readonly html: string };

/** Number of pictures without alternative text, and the position of the first. */
export type Lacking = Pick<Layout, 'undescribed' | 'undescribedAt'>;
const nothingLacks: Lacking = { undescribed: 0 };

export interface LaidOut {
  readonly preview: Preview;
  /** The server's word count of the rendered text; undefined until counted. */
  readonly wordCount: number | undefined;
  /** Pictures without alternative text in the last layout. */
  readonly lacking: Lacking;
}

interface Renderer {
  /** Renders a text; while another is being rendered, only the newest request waits. */
  render(markdown: string): void;
  stop(): void;
}

function startRenderer(show: (preview: Preview, layout?: Layout) => void): Renderer {
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
      show({ status: 'shown', html: data.html }, data);
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

/**
 * The rendered text and its word count, computed in a worker for each value of `useWrittenText`. A hidden preview
 * (`isShown`) isn't updated, so that typing causes no rendering.
 */
export function usePreview(markdown: string, isShown: boolean): LaidOut {
  const [preview, setPreview] = useState<Preview>({ status: 'waiting' });
  const [wordCount, setWordCount] = useState<number>();
  const [lacking, setLacking] = useState(nothingLacks);
  const renderer = useRef<Renderer>(undefined);
  const hasRendered = useRef(false);
  const isSeen = useRef(isShown);
  const isBlank = markdown.trim() === '';

  useEffect(() => {
    renderer.current = startRenderer((next, layout) => {
      if (layout) {
        const { undescribed, undescribedAt } = layout;
        setWordCount(layout.wordCount);
        setLacking((last) =>
          last.undescribed === undescribed && last.undescribedAt === undescribedAt
            ? last
            : { undescribed, undescribedAt },
        );
      }
      if (isSeen.current) setPreview(next);
    });
    return () => renderer.current?.stop();
  }, []);

  useEffect(() => {
    isSeen.current = isShown;
    hasRendered.current = false;
    if (isShown) setPreview({ status: 'waiting' });
  }, [isShown]);

  useEffect(() => {
    if (isBlank && !isShown) return;
    const typedMs = isShown ? 0 : countMs;
    const timer = setTimeout(
      () => {
        hasRendered.current = true;
        renderer.current?.render(markdown);
      },
      hasRendered.current ? typedMs : 0,
    );
    return () => clearTimeout(timer);
  }, [markdown, isShown, isBlank]);

  return {
    preview,
    wordCount: isBlank ? 0 : wordCount,
    lacking: isBlank ? nothingLacks : lacking,
  };
}
