import { type FocusEvent, useEffect, useRef } from 'react';
import { focusHeading, isFocusLost } from '../../../platform/web/ui/navigation-focus.tsx';

/**
 * Keeps the position of staff who work through a list by keyboard: where the focused item has gone, the next one gets the
 * focus, or the page's heading where none is left. `items` is a new array whenever the list may have changed.
 */
export function useKeptPlace(items: unknown) {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<{ readonly element: Element; readonly index: number }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the DOM, which changes when `items` does.
  useEffect(() => {
    if (!last.current || last.current.element.isConnected) return;
    const { index } = last.current;
    last.current = undefined;
    if (!isFocusLost()) return;
    const children = list.current?.children;
    const next = children?.[index] ?? children?.[children.length - 1];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else focusHeading();
  }, [items]);

  function onFocus({ target, currentTarget }: FocusEvent<HTMLUListElement>): void {
    const index = [...currentTarget.children].findIndex((item) => item.contains(target));
    if (index >= 0) last.current = { element: target, index };
  }

  return { list, onFocus };
}
