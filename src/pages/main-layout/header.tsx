import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Bell } from '../../features/notifications/web/bell.tsx';
import { ThemeControl } from '../../features/theme/web/theme-button.tsx';
import { useViewer } from '../../identity/web/viewer.ts';
import { Kept } from '../../platform/web/kept.tsx';
import { Brand } from '../../platform/web/ui/brand.tsx';
import { AccountLinks, Avatar, MenuAccountLinks } from './account-links.tsx';
import { followScroll } from './follow-scroll.ts';
import { NavigationLinks, placeAmongLinks } from './navigation-links.tsx';
import { useMenu } from './use-menu.ts';

const menuId = 'site-menu';

/**
 * Navigation of small windows. A native popover: it opens without a script, closes on Esc or a press outside, and
 * restores the focus.
 */
function MobileMenu() {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const { pathname } = useLocation();
  const isMember = useViewer().status === 'signed-in';
  const menu = useMenu();

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
        <Kept name="menu" madeFrom={() => [placeAmongLinks(pathname)]}>
          <ul>
            <NavigationLinks
              hasMemberLinks
              isMember={isMember}
              id="menu"
              itemClassName="border-b border-rule"
              className="flex min-h-12 grow items-center font-display text-xl aria-[current=page]:text-accent"
            />
          </ul>
        </Kept>
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <MenuAccountLinks />
          <Kept name="menu-theme">
            <span className="ml-auto">
              <ThemeControl />
            </span>
          </Kept>
        </div>
      </nav>
    </div>
  );
}

/** The masthead: the site's name, the main links and the account. */
export function Header() {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const isSignedIn = useViewer().status === 'signed-in';
  const { pathname } = useLocation();
  const header = useRef<HTMLElement>(null);
  useEffect(() => (header.current ? followScroll(header.current) : undefined), []);
  return (
    <header ref={header} className="site-header no-print mx-auto max-w-site px-gutter">
      <div className="flex min-h-20 items-center gap-3 sm:gap-4">
        <div className="min-w-0 sm:whitespace-nowrap">
          <Brand />
        </div>
        <div className="ml-auto flex items-center gap-3 sm:gap-4">
          {isSignedIn && <Bell />}
          <Avatar />
          <div className="hidden items-center gap-4 lg:flex">
            <AccountLinks />
          </div>
          <MobileMenu />
        </div>
      </div>
      <Kept name="navigation" madeFrom={() => [placeAmongLinks(pathname)]}>
        <nav
          aria-label="Main"
          className="hidden items-center border-y border-t-rule border-b-ink lg:flex"
        >
          <ul className="flex gap-8">
            <NavigationLinks
              hasMemberLinks={isSignedIn}
              isMember={isSignedIn}
              id="main"
              className="main-link"
            />
          </ul>
          <span className="ml-auto">
            <ThemeControl />
          </span>
        </nav>
      </Kept>
      <div aria-hidden="true" className="border-b border-ink lg:hidden" />
    </header>
  );
}
