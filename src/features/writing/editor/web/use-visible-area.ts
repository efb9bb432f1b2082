import { type RefObject, useEffect } from 'react';

/**
 * Tells the styles what stands before the text: how high the bar is, and how much of the window a keyboard on the
 * screen takes, at the top and at the bottom. What is typed is kept clear of both (`editor.css`).
 */
export function useVisibleArea(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = bar;
    const { visualViewport, document } = window;
    const { style } = document.documentElement;
    if (!current) return;

    function measure() {
      const { offsetTop = 0, height = innerHeight, scale = 1 } = visualViewport ?? {};
      // Who has magnified the page moves about in it, and nothing covers it.
      const isWhole = scale > 1;
      const covered = isWhole ? 0 : Math.max(0, innerHeight - height - offsetTop);
      style.setProperty('--bar-height', `${current?.offsetHeight ?? 0}px`);
      style.setProperty('--sight-top', `${isWhole ? 0 : offsetTop}px`);
      style.setProperty('--sight-bottom', `${covered}px`);
    }

    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    for (const name of ['resize', 'scroll']) visualViewport?.addEventListener(name, measure);
    return () => {
      observer.disconnect();
      for (const name of ['resize', 'scroll']) visualViewport?.removeEventListener(name, measure);
      for (const name of ['--bar-height', '--sight-top', '--sight-bottom']) {
        style.removeProperty(name);
      }
    };
  }, [bar]);
}
