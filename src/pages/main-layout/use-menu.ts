import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A menu as a native popover, which closes after a navigation. */
export function useMenu(): RefObject<HTMLElement | null> {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);

  const openedOn = useRef(pathname);

  useEffect(() => {
    // A menu opened before hydration stays open.
    if (pathname === openedOn.current) return;
    openedOn.current = pathname;
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [pathname]);

  return menu;
}
