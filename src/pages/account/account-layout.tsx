import { Outlet, ScrollRestoration } from 'react-router';
import { ThemeToggle } from '../../features/theme/web/theme-button.tsx';
import { Brand } from '../../platform/web/ui/brand.tsx';
import { NavigationFocus, SkipLink } from '../../platform/web/ui/navigation-focus.tsx';
import type { PageQuery } from '../define-page.ts';

export function accountLayoutQueries(): readonly PageQuery[] {
  return [];
}

/** Layout of the account pages: link to home, a narrow column, theme toggle. */
export function AccountLayout() {
  return (
    <>
      <SkipLink />
      <div className="px-gutter">
        <div className="mx-auto min-h-dvh max-w-lg pb-16">
          <header className="no-print flex min-h-20 items-center border-b border-ink">
            <Brand />
          </header>
          <main id="main" tabIndex={-1} className="pt-12">
            <Outlet />
          </main>
        </div>
      </div>
      <ThemeToggle />
      <NavigationFocus />
      <ScrollRestoration />
    </>
  );
}
