import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** The first stop of the Tab key: past the navigation, to what the page is about. */
export function SkipLink() {
  return (
    <a href="#main" className="skip-link no-print">
      Skip to content
    </a>
  );
}

/**
 * After a navigation within the site, does what a page load would: hands the focus to the new page's heading, and has
 * the page's title read out.
 */
export function NavigationFocus() {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const heading =
      document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    setTitle(document.title);
  }, [pathname]);

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
