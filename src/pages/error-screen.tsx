import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from 'react';
import { isRouteErrorResponse, useNavigate, useRevalidator, useRouteError } from 'react-router';
import { ThemeToggle } from '../features/theme/web/theme-button.tsx';
import { paths } from '../paths.ts';
import { titleOf } from '../platform/web/head.ts';
import { chunkMissing } from '../platform/web/lazy-chunk.ts';
import { whenReachable } from '../platform/web/reachable.ts';
import { useSiteSettings } from '../platform/web/site-settings.ts';
import { Brand } from '../platform/web/ui/brand.tsx';
import { Button, ButtonLink, buttonClass } from '../platform/web/ui/button.tsx';
import { UnavailablePage } from '../platform/web/ui/lists/empty-state.tsx';
import { focusHeading, isFocusLost } from '../platform/web/ui/navigation-focus.tsx';
import { Gone, goneTitle } from './gone.tsx';
import { NotFound } from './not-found.tsx';

const titles = {
  'not-found': 'Page Not Found',
  gone: goneTitle,
  unreachable: 'You are offline',
  failed: 'Something went wrong',
} as const;
type Kind = keyof typeof titles;

function kindOf(error: unknown): Kind {
  if (isRouteErrorResponse(error) && error.status === 404) return 'not-found';
  if (isRouteErrorResponse(error) && error.status === 410) return 'gone';
  return chunkMissing.is(error) ? 'unreachable' : 'failed';
}

function screenOf(kind: Kind, error: unknown, Missing: ComponentType): ReactNode {
  if (kind === 'not-found') return <Missing />;
  if (kind === 'gone') return <Gone />;
  return kind === 'unreachable' ? <Unreachable reason={error} /> : <SomethingWentWrong />;
}

/** Offers a full reload, whatever state the running page is in. */
function SomethingWentWrong() {
  return (
    <UnavailablePage
      title="Something went wrong"
      text="This page could not be shown. It is our fault, not yours, and trying again often helps."
    >
      <Button look="primary" onClick={() => window.location.reload()} className="noscript:hidden">
        Try again
      </Button>
      <a href={paths.home.to()} className={buttonClass({ look: 'outline' })}>
        Back to Home
      </a>
    </UnavailablePage>
  );
}

/** Shown for a page that can't be loaded offline. It retries when the connection is back. */
function Unreachable({ reason }: { readonly reason: unknown }) {
  // In every page's bundle but rarely shown: the compiler's memoization costs more than it saves.
  'use no memo';
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const retry = useEffectEvent(() => void revalidate());

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt sets a new `reason`, which starts the next wait.
  useEffect(() => {
    const gone = new AbortController();
    void whenReachable(gone.signal).then(() => {
      if (!gone.signal.aborted) retry();
    });
    return () => gone.abort();
  }, [reason]);

  useEffect(
    () => () => {
      // The focused heading was removed with this screen.
      if (isFocusLost()) focusHeading();
    },
    [],
  );

  return (
    <UnavailablePage
      title={titles.unreachable}
      text="There is no connection to the site, and this page has not been loaded before. It opens by itself as soon as the connection is back; until then, you can go back to what you were reading."
    >
      <Button look="primary" onClick={() => revalidate()}>
        Try again
      </Button>
      <Button onClick={() => navigate(-1)}>Go back</Button>
      {navigator.serviceWorker?.controller && (
        <ButtonLink look="plain" to={paths.onThisDevice.to()}>
          What is on this device
        </ButtonLink>
      )}
    </UnavailablePage>
  );
}

interface ErrorScreenProps {
  readonly hasShell?: boolean;
  /** The page's component for a missing subject. */
  readonly missingOf?: () => ComponentType | undefined;
}

/** A layout's error boundary; without the shell, it replaces the layout itself. */
export function ErrorScreen({ hasShell = true, missingOf }: ErrorScreenProps) {
  const error = useRouteError();
  const kind = kindOf(error);
  const title = titles[kind];
  const settings = useSiteSettings();

  useEffect(() => {
    document.title = titleOf({ title }, settings);
  }, [title, settings]);

  const screen = screenOf(kind, error, missingOf?.() ?? NotFound);
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
