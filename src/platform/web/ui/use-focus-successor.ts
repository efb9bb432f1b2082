import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a button that goes when it is pressed: the focus that it had goes to the first `successor`, a CSS selector, in its
 * place, once that is shown.
 */
export function useFocusSuccessor(successor: string): RefObject<HTMLButtonElement | null> {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
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
