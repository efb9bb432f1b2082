import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface FullScreen {
  readonly isFull: boolean;
  readonly setFull: (isFull: boolean) => void;
  /** The form; the styles take away what stands around it. */
  readonly frame: RefObject<HTMLFormElement | null>;
}

/** Takes all but the text away, and brings it back; what one looks at stays where it is. */
export function useFullScreen(): FullScreen {
  const [isFull, setIsFull] = useState(false);
  const frame = useRef<HTMLFormElement>(null);

  function setFull(next: boolean) {
    if (next === isFull) return;
    const text = frame.current?.querySelector('.writing-text');
    const topOf = () => text?.getBoundingClientRect().top ?? 0;
    const before = topOf();
    flushSync(() => setIsFull(next));
    scrollBy({ top: topOf() - before, behavior: 'instant' });
  }

  return { isFull, setFull, frame };
}
