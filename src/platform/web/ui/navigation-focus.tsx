import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The first stop of the Tab key: past the navigation, to what the page is about. */
export function SkipLink() {
  return (
    <a href="#main" className="skip-link no-print">
      Skip to content
    </a>
  );
}

/** Hands the focus to the heading of the screen that is shown, and moves nothing. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Whether what had the focus has gone from the page. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Whether the place that an address names has taken the focus, such as a form that one comes back to. */
function isFocusAt(hash: string): boolean {
  const place = hash === '' ? null : document.getElementById(hash.slice(1));
  return place?.contains(document.activeElement) ?? false;
}

interface Screen {
  readonly pathname: string;
  readonly search: string;
}

/** What this tab last showed: each layout has a `NavigationFocus` of its own, and one takes over from the other. */
let last: Screen | undefined;

/** Notes what is shown, and says what was before. Within a component React's compiler would read the new one twice. */
function replaceLast(screen: Screen): Screen | undefined {
  const before = last;
  last = screen;
  return before;
}

/**
 * After a navigation within the site, does what a page load would: hands the focus to the new page's heading, and has
 * the page's title read out. Where only what the page asks for has changed, the focus stays on what was pressed, such as
 * a filter, as long as that is there.
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
