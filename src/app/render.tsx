import { dehydrate, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { themeFirstScript } from '../features/theme/first-script.ts';
import type { Person } from '../identity/person.ts';
import { viewerQuery } from '../identity/web/viewer.ts';
import { readAddress } from '../pages/define-page.ts';
import { createRoutes, type RouteHandle } from '../pages/routes.tsx';
import { paths } from '../paths.ts';
import type { ApiCaller } from '../platform/contract/call-api.ts';
import type { Head } from '../platform/web/head.ts';
import { createQueryClient } from '../platform/web/query-client.ts';
import { type SiteSettings, SiteSettingsProvider } from '../platform/web/site-settings.ts';
import { type PageAssets, renderDocument } from './document.ts';
import type { PageState } from './page-state.ts';

export interface RenderRequest {
  /** Path and query. */
  readonly url: string;
  /** In process, as the viewer. */
  readonly caller: ApiCaller;
  readonly settings: SiteSettings;
  readonly viewer: Person | null;
  readonly assetsOf: (pageFile: string) => PageAssets;
}

export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  /** Where to go instead, for a route that only leads elsewhere. */
  readonly location?: string;
  /** False when something on the page could not be loaded, so that nobody keeps it. */
  readonly isComplete: boolean;
}

/**
 * Zod would try whether it may make code from text, which the content security policy refuses and reports. Its setting
 * has to stand before any schema is made, and so before any script of the build.
 */
const zodFirstScript = 'globalThis.__zod_globalConfig={jitless:true};';
const firstScript = zodFirstScript + themeFirstScript;

/** Scripts that stand in every document, for the content security policy. */
export const inlineScripts: readonly string[] = [firstScript];

const notFoundHead: Head = {
  title: 'Page Not Found',
  description: "The page you're looking for doesn't exist or has been moved.",
  canonicalPath: '/',
  isUnlisted: true,
};

/** Route errors as plain objects that the browser's router knows again; nothing of a cause leaves. */
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

/** Renders the page of a URL: the same routes, queries and components that the browser carries on with. */
export async function render(request: RenderRequest): Promise<RenderedPage> {
  const { settings, assetsOf } = request;
  const client = createQueryClient(request.caller, { isServer: true });
  client.setQueryData(viewerQuery().queryKey, request.viewer);
  const handler = createStaticHandler(createRoutes({ client, settings, isServer: true }));
  const url = new URL(`${settings.siteUrl}${request.url}`);
  const context = await handler.query(new Request(url));
  if (context instanceof Response) {
    return {
      status: context.status,
      html: '',
      location: context.headers.get('location') ?? '/',
      isComplete: true,
    };
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  const match = context.matches.at(-1);
  const handle = router.state.matches.at(-1)?.route.handle as RouteHandle | undefined;
  const headRequest = {
    params: (match?.params ?? {}) as Record<string, string>,
    query: handle ? readAddress(handle.address, url.searchParams).query : {},
    settings,
    viewer: request.viewer,
    client,
  };
  const hasPage = handle !== undefined && context.errors === null;
  const body = renderToString(
    <SiteSettingsProvider value={settings}>
      <QueryClientProvider client={client}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </QueryClientProvider>
    </SiteSettingsProvider>,
  );
  const isComplete = client
    .getQueryCache()
    .getAll()
    .every((query) => query.state.status === 'success');
  const html = renderDocument({
    head: hasPage ? handle.page.head(headRequest) : notFoundHead,
    siteUrl: settings.siteUrl,
    assets: assetsOf(handle?.address.page ?? paths.notFound.page),
    body,
    state: {
      settings,
      queries: dehydrate(client),
      router: { loaderData: context.loaderData, errors: writtenErrors(context.errors) },
    } satisfies PageState,
    firstScript,
  });
  client.clear();
  const status = context.statusCode === 200 ? (handle?.address.status ?? 200) : context.statusCode;
  return { status, html, isComplete };
}
