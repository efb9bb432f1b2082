import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A menu that is a popover of the browser's own, which closes when it has led somewhere. */
export function useMenu(): RefObject<HTMLElement | null> {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);

  const openedOn = useRef(pathname);

  useEffect(() => {
    // One that was opened before the page came to life stays open.
    if (pathname === openedOn.current) return;
    openedOn.current = pathname;
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [pathname]);

  return menu;
}
