import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The first stop of the Tab key: skips the navigation. */
export function SkipLink() {
  return (
    <a href="#main" className="skip-link no-print">
      Skip to content
    </a>
  );
}

/** Focuses the heading of the current screen without scrolling. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Whether the element that had the focus was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Whether the focus is inside the element of the address's hash, such as a form that the visitor returns to. */
function isFocusAt(hash: string): boolean {
  const place = hash === '' ? null : document.getElementById(hash.slice(1));
  return place?.contains(document.activeElement) ?? false;
}

interface Screen {
  readonly pathname: string;
  readonly search: string;
}

/** The screen that this tab last showed: layouts have separate instances of `NavigationFocus`, which share it. */
let last: Screen | undefined;

/**
 * Records the current screen and returns the previous one. Outside the component, where React's compiler would read the
 * new value twice.
 */
function replaceLast(screen: Screen): Screen | undefined {
  const before = last;
  last = screen;
  return before;
}

/**
 * After a navigation within the site, does what a page load would: focuses the new page's heading and announces the
 * title. If only the query has changed, the focus stays on the clicked element, such as a filter, as long as it exists.
 */
export function NavigationFocus() {
  const { pathname, search, hash } = useLocation();
  const [title, setTitle] = useState('');

  useEffect(() => {
    const before = replaceLast({ pathname, search });
    if (!before) return;
    if (before.pathname !== pathname) {
      if (!isFocusAt(hash)) focusHeading();
      setTitle(document.title);
    } else if (before.search !== search && isFocusLost()) focusHeading();
  }, [pathname, search, hash]);

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
