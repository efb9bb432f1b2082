import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a button that disappears when clicked: moves its focus to the first element matching the CSS selector `successor`
 * in the same parent, once that is rendered.
 */
export function useFocusSuccessor(successor: string): RefObject<HTMLButtonElement | null> {
  // Opts out of the React compiler: this code is in every page's bundle but seldom runs, so memoization would cost more
  // than it saves.
  'use no memo';
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const { current } = button;
    const place = current?.parentElement;
    return () => {
      if (current !== document.activeElement) return;
      queueMicrotask(() => place?.querySelector<HTMLElement>(successor)?.focus());
    };
  }, [successor]);

  return button;
}
