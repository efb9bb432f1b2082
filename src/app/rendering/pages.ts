import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '../../identity/person.ts';
import { paths } from '../../paths.ts';
import type { ApiCaller } from '../../platform/contract/call-api.ts';
import type { PageAddress } from '../../platform/contract/define-page-address.ts';
import { unavailable } from '../../platform/contract/problems.ts';
import type { CallRequest } from '../../platform/http/answers/answers.ts';
import { isNavigation } from '../../platform/http/cross-site.ts';
import { logProblem } from '../../platform/http/log/log-problem.ts';
import { toProblem } from '../../platform/http/problem-handler.ts';
import { createRequestId } from '../../platform/http/raw-problem.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import type { Rendering } from '../../platform/page-cache/cached-page.ts';
import type { PageKey } from '../../platform/page-cache/page-key.ts';
import type { SharedReplies } from '../../platform/page-cache/shared-replies.ts';
import type { PageBinding } from '../../platform/page-cache/stored-members-pages.ts';
import { renders } from '../../platform/telemetry/durations.ts';
import { playerOrigins } from '../../platform/text/video-url.ts';
import type { SiteSettings } from '../../platform/web/site-settings.ts';
import { failurePage } from './failure-page.ts';
import type { KeptParts } from './kept-parts.ts';
import type { PageRenderer } from './page-renderer.ts';
import type { PageOutcome, RenderedPage, RenderedTemplate } from './render.tsx';

const secretPaths = Object.values<PageAddress>(paths).flatMap(({ path, isSecret: isOne }) =>
  isOne ? [path.replace(/:.*/, '').toLowerCase()] : [],
);

/** Whether an address contains a secret, such as the token of an e-mail link. */
function isSecret(url: string): boolean {
  return secretPaths.some((path) => url.toLowerCase().startsWith(path));
}

export interface PageParts {
  readonly renderer: PageRenderer;
  /** The current settings. */
  readonly settings: () => Promise<SiteSettings>;
  /** The last known settings, for the failure page. */
  readonly lastSettings: () => SiteSettings;
  /** The in-process API on behalf of the visitor. */
  readonly callerFor: (request: CallRequest) => ApiCaller;
  /** The in-process API on behalf of an anonymous member. */
  readonly memberCaller: ApiCaller;
}

export interface PageAsk {
  /** Path and query. */
  readonly url: string;
  /** Null for an anonymous visitor. */
  readonly viewer: Person | null | 'all members';
  readonly request: CallRequest & { readonly id?: string };
  /** For a cached page: replies shared with other pages. */
  readonly shared?: SharedReplies;
}

/**
 * Renders the page of a URL; for all members with slots for personal data. An unexpected error gives the failure page.
 */
export type RenderPage = (ask: PageAsk) => Promise<Rendering>;

/** The data binding of a stored page for all members, found without rendering. */
export function createBindingOf({ renderer, settings, memberCaller: caller }: PageParts) {
  return async ({ url }: PageKey): Promise<PageBinding> =>
    renderer.bindingOf({
      url,
      caller,
      settings: await settings(),
      assetsOf: renderer.assetsOf,
    });
}

/** Paths of data and files; every other address is a page, including the not-found page. */
const notPages = /^\/(api|identity|assets|images)([/?]|$)/;

/** `url` is a request target: one without a leading slash, such as `*` or an absolute URL, is no page. */
export function isPage(url: string): boolean {
  return url.startsWith('/') && !notPages.test(url);
}

/** Marks a page with a playable video: text can't contain this markup. */
const videoMark = '<figure class="video"';

function hashOf(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}

export function createRenderPage(parts: PageParts): RenderPage {
  const { renderer, callerFor, memberCaller } = parts;
  const headersFor = (players: readonly string[]) => ({
    ...securityHeaders({
      kind: 'page',
      isHttps: parts.lastSettings().siteUrl.startsWith('https:'),
      scriptHashes: renderer.inlineScripts.map(hashOf),
      players,
    }),
    'content-type': 'text/html; charset=utf-8',
    ...(renderer.isDevelopment && { 'content-security-policy': '' }),
  });
  const pageHeaders = headersFor([]);
  const headersWithPlayers = headersFor(playerOrigins);

  const keptParts: KeptParts = new Map();

  async function render({ url, viewer, request, shared }: PageAsk): Promise<Rendering> {
    const isForAll = viewer === 'all members';
    const ownCaller = isForAll ? memberCaller : callerFor(request);
    const caller = shared?.over(ownCaller) ?? ownCaller;
    const settings = await parts.settings();
    // A cached page is rendered for an anonymous viewer, and so are its parts.
    const kept = shared && keptParts;
    const asked = { url, caller, settings, assetsOf: renderer.assetsOf, kept };
    const began = renders.hasSubscribers ? performance.now() : 0;
    const page: Partial<RenderedPage & RenderedTemplate> & PageOutcome = isForAll
      ? await renderer.renderTemplate(asked)
      : await renderer.render(asked, viewer);
    if (began > 0) {
      const audience = isForAll ? 'members' : viewer ? 'one person' : 'strangers';
      renders.publish({ ms: performance.now() - began, audience });
    }
    const { status, location, html = '', template } = page;
    const isOwn = (viewer !== null && !isForAll) || location !== undefined;
    const isKeepable = page.isComplete && !isSecret(url);
    const cacheControl = isOwn ? 'private, no-store' : isKeepable ? 'no-cache' : 'no-store';
    const hasVideo = (template?.html ?? html).includes(videoMark);
    const headers = {
      ...(hasVideo ? headersWithPlayers : pageHeaders),
      // Links from a page with a secret address reveal the origin only, also in a proxy's logs.
      ...(isSecret(url) && { 'referrer-policy': 'strict-origin' }),
      'cache-control': cacheControl,
      ...(location && { location }),
    };
    return { status, headers, body: Buffer.from(html), template };
  }

  return async (ask) => {
    try {
      return await render(ask);
    } catch (error) {
      const problem = toProblem(error);
      logProblem(ask.request.log, problem, { reqId: ask.request.id, what: 'page not rendered' });
      const html = failurePage({
        requestId: ask.request.id ?? createRequestId(),
        // Each page's style sheets contain the whole design.
        styles: renderer.assetsOf(paths.notFound.page).styles,
        firstScripts: renderer.inlineScripts,
        settings: parts.lastSettings(),
      });
      const isBusy = unavailable.is(problem);
      const headers = {
        ...pageHeaders,
        'cache-control': 'no-store',
        ...(isBusy && { 'retry-after': '1' }),
      };
      return { status: isBusy ? 503 : 500, headers, body: Buffer.from(html) };
    }
  };
}

/** Routes of all pages, rendered for each visitor. */
export function pageRoutes(
  app: FastifyInstance,
  renderPage: RenderPage,
  personOf: (request: FastifyRequest) => Promise<Person | null>,
): void {
  async function send(request: FastifyRequest, reply: FastifyReply) {
    const url = request.raw.url ?? '/';
    const { status, headers, body } = await renderPage({
      url,
      viewer: await personOf(request),
      request,
    });
    return reply.status(status).headers(headers).send(body);
  }

  app.get('/*', async (request, reply) =>
    isPage(request.url) ? send(request, reply) : reply.callNotFound(),
  );
  app.addHook('onRequest', async (request, reply) => {
    const [pathname] = request.url.split('?', 1);
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    if (isGet && pathname === paths.logOut.path && isNavigation(request.headers)) {
      return send(request, reply);
    }
  });
}
