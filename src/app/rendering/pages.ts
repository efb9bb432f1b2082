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
import type { TemplateBinding } from '../../platform/page-cache/slots/stored-template.ts';
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

/** Whether an address holds what nobody else knows, such as the token of a letter. */
function isSecret(url: string): boolean {
  return secretPaths.some((path) => url.toLowerCase().startsWith(path));
}

export interface PageParts {
  readonly renderer: PageRenderer;
  /** As they stand when a page is made. */
  readonly settings: () => Promise<SiteSettings>;
  /** As they were known last, for what is shown where nothing else can be. */
  readonly lastSettings: () => SiteSettings;
  /** The API in process, on behalf of the visitor. */
  readonly callerFor: (request: CallRequest) => ApiCaller;
  /** The same in the name of a member who is nobody in particular. */
  readonly memberCaller: ApiCaller;
}

export interface PageAsk {
  /** Path and query. */
  readonly url: string;
  /** Null for a stranger. */
  readonly viewer: Person | null | 'all members';
  readonly request: CallRequest & { readonly id?: string };
  /** For a page that is cached: replies that others are made from as well. */
  readonly shared?: SharedReplies;
}

/**
 * Renders the page of a URL, for all members with slots for what is theirs; what nobody foresaw becomes the failure
 * page.
 */
export type RenderPage = (ask: PageAsk) => Promise<Rendering>;

/** What a page of all members that was stored is bound to; it is asked for without rendering anything. */
export function createBindingOf({ renderer, settings, memberCaller: caller }: PageParts) {
  return async ({ url }: PageKey): Promise<TemplateBinding> =>
    renderer.bindingOf({
      url,
      caller,
      settings: await settings(),
      assetsOf: renderer.assetsOf,
    });
}

/** Programs ask these for data or files; every other address is a page's, if only the one that says there is none. */
const notPages = /^\/(api|identity|assets|images)([/?]|$)/;

/** `url` is a request's target: one without a slash, such as `*` or another site's address, is nobody's page. */
export function isPage(url: string): boolean {
  return url.startsWith('/') && !notPages.test(url);
}

/** What a page with a video that can be played in place holds, and no other: it can't be written in a text. */
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
    // What is cached is made for nobody in particular, and so are its parts.
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
      // Of a secret address, links from the page reveal the origin only, to a proxy's logs as well.
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
        // Any page's sheets hold the whole design.
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

/** Every page of the site, rendered for its visitor. */
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
