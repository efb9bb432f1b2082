import type { QueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { mayUse } from '../identity/person.ts';
import { useSignInFirst } from '../identity/web/origin.ts';
import { hasViewer, idOf, useViewer, viewerIn } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { needsAccount, type PageAddress } from '../platform/contract/define-page-address.ts';
import { Problem } from '../platform/contract/problems.ts';
import { titleOf } from '../platform/web/head.ts';
import { openCopy } from '../platform/web/kept-copies.ts';
import {
  chunkMissing,
  type LazyChunk,
  lazyChunk,
  loadWithRetry,
} from '../platform/web/lazy-chunk.ts';
import { textFor } from '../platform/web/personal/personal.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import { LoadingIndicator } from '../platform/web/ui/waiting.tsx';
import { AccountLayout, accountLayoutQueries } from './account/account-layout.tsx';
import { noteLoaded } from './coming-page.ts';
import {
  type Page,
  type PageQuery,
  type PageRequest,
  type Refusal,
  readAddress,
} from './define-page.ts';
import { ErrorScreen } from './error-screen.tsx';
import { MainLayout, mainLayoutQueries } from './main-layout.tsx';
import { RootLayout } from './root-layout.tsx';

/** Redirects visitors without an account to Sign In, which returns here. */
function MembersOnly({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  useSignInFirst(viewer.status, paths.signIn.to());
  if (viewer.status !== 'signed-in') return <LoadingIndicator />;
  // Another person gets a newly mounted page.
  return <Fragment key={textFor(viewer.person, idOf)}>{children}</Fragment>;
}

export interface RoutesOptions {
  readonly client: QueryClient;
  readonly settings: SiteSettings;
  readonly isServer: boolean;
  /** Runs a page's query; by default the client does. */
  readonly fetch?: ((query: PageQuery) => Promise<unknown>) | undefined;
  /** Loads an address as a new document after a deploy; false where that can't help. */
  readonly reloadDocument?: (url: string) => boolean;
}

/** The server creates the routes once: options of a request come from the router's context. */
export type OptionsOf = (args: Pick<LoaderFunctionArgs, 'context'>) => RoutesOptions;

/** Milliseconds that a navigation waits for data before it shows skeletons. */
const patienceMs = 150;

export interface RouteHandle {
  readonly address: PageAddress;
  /** Undefined until loaded. */
  readonly page: Page | undefined;
  /** Loads the page's chunk. Rejects with `chunkMissing`; the next call retries. */
  readonly load: () => Promise<Page>;
}

const patience = () => new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));

/** Throws 404 for a missing subject and 410 for a removed one; returns the reason where the API refuses the query. */
async function prefetch(
  options: RoutesOptions,
  queries: readonly PageQuery[],
): Promise<string | undefined> {
  const { client, fetch = (query) => client.fetchQuery(query) } = options;
  const results = Promise.allSettled(queries.map((query) => fetch(query)));
  const settled = options.isServer ? await results : await Promise.race([results, patience()]);
  const problems = (settled ?? [])
    .map((result) => (result.status === 'rejected' ? result.reason : undefined))
    .filter((reason) => reason instanceof Problem);
  if (problems.some(({ isGone }) => isGone)) throw data(null, { status: 410 });
  if (problems.some(({ status }) => status === 404)) throw data(null, { status: 404 });
  return problems.find(({ status }) => status === 400)?.message;
}

/**
 * Loads a new document, since the chunk belongs to a deleted build. Rejects where that was tried already, and offline,
 * where a new document would be the browser's error page.
 */
function failToLoad(
  url: string,
  reason: unknown,
  { reloadDocument }: RoutesOptions,
): Promise<never> {
  if (chunkMissing.is(reason) || !reloadDocument?.(url)) return Promise.reject(reason);
  // Nothing is shown until the document is replaced.
  return new Promise(() => {});
}

/** Every page file below this folder exports its `page`; those of Manage are listed separately. */
const pageFiles: Readonly<Record<string, LazyChunk<Page>>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<Page>(['./**/*-page.tsx', '!./manage/*'], { import: 'page' }),
  ).map(([file, load]) => [file, lazyChunk(load)]),
);
const loadManagePages = lazyChunk(() => import('./manage/manage-pages.ts'));

function loaderOf({ page }: PageAddress): LazyChunk<Page> {
  if (page.startsWith('manage/')) {
    return async () => (await loadManagePages()).loadManagePage(page);
  }
  const load = pageFiles[`./${page}-page.tsx`];
  if (!load) throw new Error(`src/pages/${page}-page.tsx is in paths.ts, but not in the folder.`);
  return load;
}

/** Staff pages give 404 to others. They are never rendered for all members, so the viewer is known here. */
function isThereFor({ access }: PageAddress, client: QueryClient): boolean {
  if (access !== 'staff' && access !== 'owner') return true;
  const viewer = viewerIn(client);
  return viewer !== null && mayUse(access, viewer);
}

/** Runs a page's queries and redirects, after its chunk has loaded. */
async function enter(
  address: PageAddress,
  page: Page,
  options: RoutesOptions,
  { params, request }: LoaderFunctionArgs,
) {
  const { settings, client, isServer } = options;
  const isMember = hasViewer(client);
  const { pathname, searchParams, search } = new URL(request.url);
  const { query, refusal } = readAddress(address, searchParams);
  const pageRequest = { params: params as PageRequest['params'], query, settings, isMember };
  const isStranger = needsAccount(address) && !isMember;
  // In a browser the page component redirects, as it also does after signing out.
  if (isStranger && isServer) {
    throw redirect(paths.signIn.to({ from: `${pathname}${search}` }));
  }
  if (!isStranger && !isThereFor(address, client)) throw data(null, { status: 404 });
  const elsewhere = page.redirect(pageRequest);
  if (elsewhere !== undefined) throw redirect(elsewhere);
  const queries = isStranger || refusal !== undefined ? [] : page.queries(pageRequest);
  const refused = refusal ?? (await prefetch(options, queries));
  const moved = page.moved({ ...pageRequest, client });
  if (moved !== undefined) throw redirect(moved, 301);
  if (!isServer) document.title = titleOf(page.head({ ...pageRequest, client }), settings);
  return refused === undefined
    ? null
    : data({ refusal: refused } satisfies Refusal, { status: 400 });
}

/** Not the router's `lazy`, which never retries after a failure. */
function routeOf(address: PageAddress, optionsOf: OptionsOf): RouteObject {
  const loadPage = loaderOf(address);
  let loaded: Page | undefined;
  const handle: RouteHandle = {
    address,
    get page() {
      return loaded;
    },
    async load() {
      loaded = await loadPage();
      noteLoaded(address);
      return loaded;
    },
  };

  function Shown() {
    if (!loaded) return null;
    const { component: Component } = loaded;
    if (!needsAccount(address)) return <Component />;
    return (
      <MembersOnly>
        <Component />
      </MembersOnly>
    );
  }

  return {
    path: address.path,
    errorElement: <ErrorScreen missingOf={() => loaded?.missing} />,
    Component: Shown,
    handle,
    async loader(args) {
      const options = optionsOf(args);
      // Nothing is shown until the document is replaced.
      if (!options.isServer && (await openCopy(args.request.url))) return new Promise(() => {});
      const page = await loadWithRetry(handle.load).catch((reason: unknown) =>
        failToLoad(args.request.url, reason, options),
      );
      return enter(address, page, options, args);
    },
  };
}

/** Creates the routes of all pages, with the queries of layouts and pages. */
export function createRoutes(optionsOf: OptionsOf): RouteObject[] {
  const layouts = [
    { name: 'main', Component: MainLayout, queries: mainLayoutQueries },
    { name: 'account', Component: AccountLayout, queries: accountLayoutQueries },
  ] as const;
  const children = layouts.map(({ name, Component, queries }) => ({
    id: name,
    Component,
    errorElement: <ErrorScreen hasShell={false} />,
    shouldRevalidate: () => false,
    async loader(args: LoaderFunctionArgs) {
      const options = optionsOf(args);
      await prefetch(options, queries(hasViewer(options.client)));
      return null;
    },
    children: Object.values<PageAddress>(paths)
      .filter(({ layout }) => layout === name)
      .map((address) => routeOf(address, optionsOf)),
  }));
  return [{ id: 'root', Component: RootLayout, children }];
}
