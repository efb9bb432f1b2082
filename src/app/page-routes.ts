import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '../identity/person.ts';
import { paths } from '../paths.ts';
import type { ApiCaller } from '../platform/contract/call-api.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import { failurePage } from './failure-page.ts';
import type { PageRenderer } from './page-renderer.ts';

export interface PageRoutesOptions {
  readonly renderer: PageRenderer;
  readonly settings: SiteSettings;
  /** Who asks; null for a stranger. */
  readonly personOf: (request: FastifyRequest) => Promise<Person | null>;
  /** The API in process, in the name of whoever asks. */
  readonly callerFor: (request: FastifyRequest) => ApiCaller;
}

/** Programs ask these for data or files; every other address is a page's, if only the one that says there is none. */
const notPages = /^\/(api|identity|assets|images)([/?]|$)/;

export function isPage(url: string): boolean {
  return !notPages.test(url);
}

function hashOf(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}

/** Renders every page of the site. */
export function pageRoutes(app: FastifyInstance, options: PageRoutesOptions): void {
  const { renderer, settings, personOf, callerFor } = options;
  const headers = {
    ...securityHeaders({
      kind: 'page',
      isHttps: settings.siteUrl.startsWith('https:'),
      scriptHashes: renderer.inlineScripts.map(hashOf),
    }),
    'content-type': 'text/html; charset=utf-8',
    ...(renderer.isDevelopment && { 'content-security-policy': '' }),
  };

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const viewer = await personOf(request);
    const page = await renderer.render({
      url: request.raw.url ?? '/',
      caller: callerFor(request),
      settings,
      viewer,
      assetsOf: renderer.assetsOf,
    });
    if (page.location) {
      reply.header('cache-control', 'private, no-store');
      return reply.redirect(page.location, page.status);
    }
    if (request.headers.cookie !== undefined) reply.header('cache-control', 'private, no-store');
    else if (!page.isComplete) reply.header('cache-control', 'no-store');
    return reply.status(page.status).headers(headers).send(page.html);
  }

  app.get('/*', async (request, reply) => {
    if (!isPage(request.url)) return reply.callNotFound();
    try {
      return await sendPage(request, reply);
    } catch (error) {
      request.log.error({ err: error }, 'page not rendered');
      return reply
        .status(500)
        .headers({ ...headers, 'cache-control': 'no-store' })
        .send(
          failurePage({
            requestId: request.id,
            // Any page's sheets hold the whole design.
            styles: renderer.assetsOf(paths.notFound.page).styles,
            firstScripts: renderer.inlineScripts,
          }),
        );
    }
  });
}
