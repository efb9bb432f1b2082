import { useEffect, useRef } from 'react';
import { ThemeControl } from '../../features/theme/web/theme-button.tsx';
import { useViewer } from '../../identity/web/viewer.ts';
import { Brand } from '../../platform/web/ui/brand.tsx';
import { AccountLinks, Avatar } from './account-links.tsx';
import { followScroll } from './follow-scroll.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { NavigationLinks } from './navigation-links.tsx';

/** The masthead: who we are, who you are, and where one can go. */
export function Header() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const isSignedIn = useViewer().status === 'signed-in';
  const header = useRef<HTMLElement>(null);
  useEffect(() => (header.current ? followScroll(header.current) : undefined), []);
  return (
    <header ref={header} className="site-header no-print mx-auto max-w-site px-gutter">
      <div className="flex min-h-20 items-center gap-3 sm:gap-4">
        <div className="min-w-0 sm:whitespace-nowrap">
          <Brand />
        </div>
        <div className="ml-auto flex items-center gap-3 sm:gap-4">
          <Avatar />
          <div className="hidden items-center gap-4 lg:flex">
            <AccountLinks />
          </div>
          <MobileMenu />
        </div>
      </div>
      <nav
        aria-label="Main"
        className="hidden items-center border-y border-t-rule border-b-ink lg:flex"
      >
        <ul className="flex gap-8">
          <NavigationLinks
            hasMemberLinks={isSignedIn}
            className="relative inline-flex min-h-12 items-center text-sm font-medium hover:text-accent aria-[current=page]:text-accent aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:-bottom-px aria-[current=page]:after:border-b-[3px] aria-[current=page]:after:border-accent"
          />
        </ul>
        <span className="ml-auto">
          <ThemeControl />
        </span>
      </nav>
      <div aria-hidden="true" className="border-b border-ink lg:hidden" />
    </header>
  );
}
