import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ThemeToggle } from '../features/theme/web/theme-button.tsx';
import { paths } from '../paths.ts';
import { Brand } from '../platform/web/ui/brand.tsx';
import { Button, buttonClass } from '../platform/web/ui/button.tsx';
import { Standstill } from '../platform/web/ui/empty-state.tsx';
import { NotFound } from './not-found.tsx';

/** Loads the page anew, whatever state the running one is in. */
function SomethingWentWrong() {
  return (
    <Standstill
      title="Something went wrong"
      text="This page could not be shown. It is our fault, not yours, and trying again often helps."
    >
      <Button look="primary" onClick={() => window.location.reload()} className="noscript:hidden">
        Try again
      </Button>
      <a href={paths.home.to()} className={buttonClass({ look: 'outline' })}>
        Back to Home
      </a>
    </Standstill>
  );
}

/** What a layout shows instead of a page that failed; without the shell, instead of the layout itself. */
export function ErrorScreen({ hasShell = true }: { readonly hasShell?: boolean }) {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  const title = isNotFound ? 'Page Not Found' : 'Something went wrong';

  useEffect(() => {
    document.title = `${title} | The Content Hub`;
  }, [title]);

  const screen = isNotFound ? <NotFound /> : <SomethingWentWrong />;
  if (hasShell) return screen;
  return (
    <div className="mx-auto max-w-site px-gutter">
      <header className="flex min-h-20 items-center border-b border-ink">
        <Brand />
      </header>
      <main id="main">{screen}</main>
      <ThemeToggle />
    </div>
  );
}
