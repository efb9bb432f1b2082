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

/** A page for people with an account; the others are led to sign in, and back. */
function MembersOnly({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  useSignInFirst(viewer.status, paths.signIn.to());
  if (viewer.status !== 'signed-in') return <LoadingIndicator />;
  // Another person begins with a page of their own.
  return <Fragment key={textFor(viewer.person, idOf)}>{children}</Fragment>;
}

export interface RoutesOptions {
  readonly client: QueryClient;
  readonly settings: SiteSettings;
  readonly isServer: boolean;
  /** Runs a page's queries; the client does by default. */
  readonly fetch?: ((query: PageQuery) => Promise<unknown>) | undefined;
  /** Loads an address as a whole new page, where that can help; a tab may be older than what the site now serves. */
  readonly loadAnew?: (url: string) => boolean;
}

/** A server makes the routes once: what is another for each request comes with the router's context of it. */
export type OptionsOf = (args: Pick<LoaderFunctionArgs, 'context'>) => RoutesOptions;

/** How long a navigation in the browser waits for data before it shows the page with its placeholders. */
const patienceMs = 150;

/** What a matched route carries. */
export interface RouteHandle {
  readonly address: PageAddress;
  /** Once it has been loaded. */
  readonly page: Page | undefined;
  /** Loads the page's code. Rejects with `chunkMissing`; the next call tries once more. */
  readonly load: () => Promise<Page>;
}

/** Throws a 404 for what isn't there, a 410 for what isn't any more; tells why, where the API refuses what the address asks. */
async function prefetch(
  options: RoutesOptions,
  queries: readonly PageQuery[],
): Promise<string | undefined> {
  const { client, fetch = (query) => client.fetchQuery(query) } = options;
  const results = Promise.allSettled(queries.map((query) => fetch(query)));
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const settled = options.isServer ? await results : await Promise.race([results, patience]);
  const problems = (settled ?? [])
    .map((result) => (result.status === 'rejected' ? result.reason : undefined))
    .filter((reason) => reason instanceof Problem);
  if (problems.some(({ isGone }) => isGone)) throw data(null, { status: 410 });
  if (problems.some(({ status }) => status === 404)) throw data(null, { status: 404 });
  return problems.find(({ status }) => status === 400)?.message;
}

/**
 * Leaves the page to a new document: its code is of a build that has gone. Rejects where that has been tried, and where
 * there is no connection, as all that a new document would be then is the browser's own page.
 */
function failToLoad(url: string, reason: unknown, { loadAnew }: RoutesOptions): Promise<never> {
  if (chunkMissing.is(reason) || !loadAnew?.(url)) return Promise.reject(reason);
  // Nothing is shown until the document is replaced.
  return new Promise(() => {});
}

/** Each page's file in this folder and its rooms exports its `page`; those of Manage have a list of their own. */
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

/** A page for staff is for nobody else. None of them is made for all members, so there is one who looks. */
function isThereFor({ access }: PageAddress, client: QueryClient): boolean {
  if (access !== 'staff' && access !== 'owner') return true;
  const viewer = viewerIn(client);
  return viewer !== null && mayUse(access, viewer);
}

/** What a page asks for and leads to, once its code is there. */
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
  // In a browser the page itself redirects, as it also does when the visitor signs out on it.
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

/** The router's own `lazy` isn't used: what it failed to load once, it never asks for again. */
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

/** The list of pages as routes, with what each layout and page asks the API for. */
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
