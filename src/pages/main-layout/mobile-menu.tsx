import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ThemeControl } from '../../features/theme/web/theme-button.tsx';
import { MenuAccountLinks } from './account-links.tsx';
import { NavigationLinks } from './navigation-links.tsx';

const menuId = 'site-menu';

/**
 * The navigation of small windows. A popover of the browser's own: it opens without a script, closes on Esc and on a
 * press beside it, and gives the focus back.
 */
export function MobileMenu() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);

  useEffect(() => {
    const { current } = menu;
    // Reading the pathname makes the menu close when it has led somewhere.
    if (pathname && current?.matches(':popover-open')) current.hidePopover();
  }, [pathname]);

  return (
    <div className="lg:hidden">
      <button
        type="button"
        popoverTarget={menuId}
        className="inline-flex min-h-11 cursor-pointer items-center text-base font-semibold underline decoration-accent decoration-2 underline-offset-6"
      >
        Menu
      </button>
      <nav ref={menu} id={menuId} popover="auto" aria-label="Menu" className="site-menu no-print">
        <ul>
          <NavigationLinks
            hasMemberLinks
            className="flex min-h-12 items-center border-b border-rule font-display text-xl aria-[current=page]:text-accent"
          />
        </ul>
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <MenuAccountLinks />
          <span className="ml-auto">
            <ThemeControl />
          </span>
        </div>
      </nav>
    </div>
  );
}
