import { hashKey, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import {
  createContext,
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { themeFirstScript } from '../../features/theme/web/first-script.ts';
import type { Person } from '../../identity/person.ts';
import { hasViewer, isPersonal, viewerQuery } from '../../identity/web/viewer.ts';
import { type PageQuery, readAddress } from '../../pages/define-page.ts';
import { goneText, goneTitle } from '../../pages/gone.tsx';
import { createRoutes, type RouteHandle, type RoutesOptions } from '../../pages/routes.tsx';
import { paths } from '../../paths.ts';
import type { ApiCaller } from '../../platform/contract/call-api.ts';
import { SlotMarkers, Sources } from '../../platform/page-cache/slots/slot-markers.ts';
import type { PageSlots } from '../../platform/page-cache/slots/slotted-part.ts';
import {
  type PersonalData,
  type TemplateMarkup,
  viewerName,
} from '../../platform/page-cache/slots/template-markup.ts';
import type { PageBinding } from '../../platform/page-cache/stored-members-pages.ts';
import type { Head } from '../../platform/web/head.ts';
import { KeptMarkupProvider } from '../../platform/web/kept.tsx';
import { personal, readerOf } from '../../platform/web/personal/personal.ts';
import { createQueryClient } from '../../platform/web/query-client.ts';
import { type SiteSettings, SiteSettingsProvider } from '../../platform/web/site-settings.ts';
import { type PageAssets, renderDocument } from './document.ts';
import { type KeptParts, PageParts } from './kept-parts.ts';
import { answeredOf, type PageState } from './page-state.ts';

export interface RenderRequest {
  /** Path and query. */
  readonly url: string;
  /** In-process API on behalf of the viewer. */
  readonly caller: ApiCaller;
  readonly settings: SiteSettings;
  readonly assetsOf: (pageFile: string) => PageAssets;
  /** Shared parts, for a page that isn't for a single person. */
  readonly kept?: KeptParts | undefined;
}

export interface PageOutcome {
  readonly status: number;
  /** Target of a redirecting route. */
  readonly location?: string;
  /** False where something on the page failed to load: such a page isn't cached. */
  readonly isComplete: boolean;
}

export interface RenderedPage extends PageOutcome {
  readonly html: string;
}

/** A page for all members; undefined for a redirect. */
export interface RenderedTemplate extends PageOutcome {
  readonly template: TemplateMarkup | undefined;
}

/**
 * Zod probes whether `new Function` works, which the content security policy blocks and reports. The setting must
 * precede every schema, and so every script of the build.
 */
const zodFirstScript = 'globalThis.__zod_globalConfig={jitless:true};';
const firstScript = zodFirstScript + themeFirstScript;

/** Inline scripts of every document, for the content security policy. */
export const inlineScripts: readonly string[] = [firstScript];

const notFoundHead: Head = {
  title: 'Page Not Found',
  description: "The page you're looking for doesn't exist or has been moved.",
  canonicalPath: '/',
  isUnlisted: true,
};

const goneHead: Head = { ...notFoundHead, title: goneTitle, description: goneText };

/** Route errors as plain objects for the browser's router, without their causes. */
function writtenErrors(errors: StaticHandlerContext['errors']): PageState['router']['errors'] {
  if (!errors) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [
      id,
      {
        status: isRouteErrorResponse(error) ? error.status : 500,
        statusText: '',
        internal: false,
        data: null,
      },
    ]),
  );
}

/** The parts of a request that the router reads. A real `Request` would make Node load all of `fetch`. */
function pageRequest({ href }: URL): Request {
  return { url: href, method: 'GET', signal: new AbortController().signal } as Request;
}

interface LoadedPage extends PageOutcome {
  readonly write: (slots?: PageSlots) => string;
}

type Fetch = (query: PageQuery) => Promise<unknown>;

const routesOptions = createContext<RoutesOptions>();
/** Shared by all requests: ranking the routes takes longer than loading most pages. */
const handler = createStaticHandler(createRoutes(({ context }) => context.get(routesOptions)));

/** Loads the page of a URL with the same routes, queries and components as the browser. */
async function load(
  request: RenderRequest,
  client: QueryClient,
  fetch?: Fetch,
): Promise<LoadedPage> {
  const { settings, assetsOf } = request;
  const url = new URL(`${settings.siteUrl}${request.url}`);
  const requestContext = new RouterContextProvider();
  requestContext.set(routesOptions, { client, settings, isServer: true, fetch });
  const context = await handler.query(pageRequest(url), { requestContext });
  if (!('matches' in context)) {
    const location = context.headers.get('location') ?? '/';
    return { status: context.status, location, isComplete: true, write: () => '' };
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  const match = context.matches.at(-1);
  const handle = router.state.matches.at(-1)?.route.handle as RouteHandle | undefined;
  const headRequest = {
    params: (match?.params ?? {}) as Record<string, string>,
    query: handle ? readAddress(handle.address, url.searchParams).query : {},
    settings,
    isMember: hasViewer(client),
    client,
  };
  const page = context.errors === null ? handle?.page : undefined;
  const isComplete = client
    .getQueryCache()
    .getAll()
    .every((query) => query.state.status === 'success');
  const isMember = headRequest.isMember;
  // An uncached page is for interaction, and a script redirects visitors who may not read.
  const isForReading =
    (handle?.address.tags ?? null) !== null &&
    (isMember || handle?.address.access === 'public' || settings.reading === 'public');
  const bodyOf = (parts: PageParts | undefined): string => {
    const html = renderToString(
      <SiteSettingsProvider value={settings}>
        <KeptMarkupProvider value={parts}>
          <QueryClientProvider client={client}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </QueryClientProvider>
        </KeptMarkupProvider>
      </SiteSettingsProvider>,
    );
    return parts ? parts.fill(html) : html;
  };

  const write = (slots?: PageSlots) => {
    const always = [JSON.stringify(settings), headRequest.isMember];
    const parts = request.kept && new PageParts(request.kept, { client, always, slots });
    return renderDocument({
      head: page?.head(headRequest) ?? (context.statusCode === 410 ? goneHead : notFoundHead),
      settings,
      assets: assetsOf(handle?.address.page ?? paths.notFound.page),
      body: bodyOf(parts),
      lazyFor: isComplete && isForReading ? (isMember ? 'member' : 'stranger') : undefined,
      state: {
        settings,
        router: { loaderData: context.loaderData, errors: writtenErrors(context.errors) },
        ...answeredOf(client),
      } satisfies PageState,
      firstScript,
    });
  };
  const status = context.statusCode === 200 ? (handle?.address.status ?? 200) : context.statusCode;
  return { status, isComplete, write };
}

/** Renders the page of a URL for one person or an anonymous visitor. */
export async function render(request: RenderRequest, viewer: Person | null): Promise<RenderedPage> {
  const client = createQueryClient(request.caller, { isServer: true });
  client.setQueryData(viewerQuery().queryKey, viewer && personal(viewer));
  const { write, ...outcome } = await load(request, client);
  const html = write();
  client.clear();
  return { ...outcome, html };
}

/**
 * A query's source of personal data, independent of a viewer. It lives as long as the cached page, so it must hold
 * nothing else of the rendering.
 */
function personalDataOf(query: PageQuery): PersonalData {
  return {
    name: hashKey(query.queryKey),
    load: (caller) => createQueryClient(caller, { isServer: true }).fetchQuery(query),
  };
}

/** Renders the page of a URL for all members, with both variants of its slots, on behalf of an anonymous member. */
export async function renderTemplate(request: RenderRequest): Promise<RenderedTemplate> {
  const client = createQueryClient(request.caller, { isServer: true });
  const marks = new SlotMarkers();
  const sources = new Sources(marks);
  const { queryKey } = viewerQuery();
  client.setQueryData(queryKey, sources.add({ name: viewerName }) as never);
  const { write, ...outcome } = await load(request, client, async (query) => {
    if (!isPersonal(query.queryKey)) return client.fetchQuery(query);
    return client.setQueryData(query.queryKey, sources.add(personalDataOf(query)));
  });
  if (outcome.location !== undefined) return { ...outcome, template: undefined };
  const { nonce, slots } = marks;
  const html = write({ marks, sources });
  client.clear();
  return { ...outcome, template: { nonce, html, slots, sources: sources.all } };
}

/**
 * The data binding of a stored page: the sources of its queries, and the readers of its modules, which this loads.
 * Nothing is fetched or rendered.
 */
export async function bindingOf(request: RenderRequest): Promise<PageBinding> {
  const client = createQueryClient(request.caller, { isServer: true });
  const sources: PersonalData[] = [{ name: viewerName }];
  client.setQueryData(
    viewerQuery().queryKey,
    new Sources(new SlotMarkers()).add({ name: viewerName }) as never,
  );
  await load(request, client, async (query) => {
    if (isPersonal(query.queryKey)) sources.push(personalDataOf(query));
  });
  client.clear();
  return { sources, readerOf };
}
