import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createIdentity } from '../identity/create-identity.ts';
import { announceDraining, type Draining } from '../platform/http/draining.ts';
import { createFinishedPages } from '../platform/http/finished-pages.ts';
import { handleProblems } from '../platform/http/problem-handler.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { serverOptions } from '../platform/http/server-options.ts';
import { acceptOnlyJson } from '../platform/http/strict-json.ts';
import type { Storage } from '../storage/storage.ts';
import { registerApiDocument } from './api-document.ts';
import type { Config } from './config.ts';
import { registerFeatures } from './features.ts';
import { finishedRoutes } from './finished-routes.ts';
import { healthRoutes } from './health-routes.ts';
import type { PageRenderer } from './page-renderer.ts';
import { isPage, pageRoutes } from './page-routes.ts';
import { createStaticFiles } from './static-files.ts';

/** Where scripts, styles and pictures come from. */
export type BrowserFiles =
  | { readonly kind: 'built'; readonly folder: string }
  | {
      /** Made anew at every request by a development server; so pages are too. */
      readonly kind: 'development';
      readonly serve: (request: IncomingMessage, response: ServerResponse) => boolean;
    };

export interface AppParts {
  readonly config: Config;
  readonly storage: Storage;
  readonly renderer: PageRenderer;
  readonly files: BrowserFiles;
  readonly logger: FastifyBaseLogger;
  readonly draining: Draining;
}

/** Memory for finished pages; some 500 pages with both encodings. */
const finishedPagesMaxBytes = 64 * 1024 * 1024;

function textHeaders(headers: OutgoingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** The site as a value: it answers `inject`, and listens when told to. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, storage, renderer, files, logger, draining } = parts;
  const isHttps = config.siteUrl.startsWith('https:');
  const finishedPages = createFinishedPages({
    routes: finishedRoutes,
    maxBytes: finishedPagesMaxBytes,
    async render(url) {
      const reply = await app.inject({ method: 'GET', url });
      return {
        status: reply.statusCode,
        headers: textHeaders(reply.headers),
        body: reply.rawPayload,
      };
    },
    checkForChanges: storage.checkForChanges,
    onError: (error) => logger.error({ err: error }, 'finished page not made'),
  });
  const serveFile =
    files.kind === 'built' ? createStaticFiles({ folder: files.folder, isHttps }) : files.serve;
  const answerEarly = (request: IncomingMessage, response: ServerResponse) =>
    (files.kind === 'built' && finishedPages.serve(request, response)) ||
    serveFile(request, response);
  const app: FastifyInstance = Fastify(serverOptions({ logger, draining, answerEarly }));
  app.addHook('onClose', storage.onChange(finishedPages.invalidate));
  announceDraining(app, draining);
  handleProblems(app, { isPage });
  acceptOnlyJson(app);
  // The API's, unless a page or a file brings its own.
  const apiHeaders = { ...securityHeaders({ kind: 'api', isHttps }), 'cache-control': 'no-cache' };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(apiHeaders);
  });

  const identity = createIdentity({ storage, siteUrl: config.siteUrl });
  await registerApiDocument(app, config.siteUrl);
  healthRoutes(app, { storage, isDraining: () => draining.isDraining });
  registerFeatures(app, {
    storage,
    identity,
    config,
    onMailError: (error) => logger.error({ err: error }, 'letter not sent'),
  });
  const { siteUrl, reading, external } = config;
  pageRoutes(app, {
    renderer,
    settings: { siteUrl, reading, ...(external && { accountsAt: new URL(external.issuer).host }) },
    personOf: identity.sessions.personOf,
  });
  return app;
}
