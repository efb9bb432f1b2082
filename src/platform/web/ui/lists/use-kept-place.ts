import { type FocusEvent, useEffect, useRef } from 'react';
import { focusHeading, isFocusLost } from '../navigation-focus.tsx';

/** An item itself where it can have the focus, or its first button. */
function focusItem(item: Element | undefined): void {
  const target = item?.matches('[tabindex]') ? item : item?.querySelector('button');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  else focusHeading();
}

/**
 * Keeps the position of a person who works through a list by keyboard: where the focused item has gone, the next one gets
 * the focus, or the page's heading where none is left. `items` is a new value whenever the list may have changed.
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
    focusItem(children?.[index] ?? children?.[children.length - 1]);
  }, [items]);

  function onFocus({ target, currentTarget }: FocusEvent<HTMLUListElement>): void {
    const index = [...currentTarget.children].findIndex((item) => item.contains(target));
    if (index >= 0) last.current = { element: target, index };
  }

  return { list, onFocus };
}
