import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { accountAnswers } from '../features/account/server/account-answers.ts';
import { createIdentity } from '../identity/create-identity.ts';
import type { ApiCaller } from '../platform/contract/call-api.ts';
import type { CallRequest } from '../platform/http/answers.ts';
import { createDirectCaller, indexAnswers } from '../platform/http/direct-caller.ts';
import { announceDraining, type Draining } from '../platform/http/draining.ts';
import { createFinishedPages } from '../platform/http/finished/finished-pages.ts';
import { handleProblems } from '../platform/http/problem-handler.ts';
import { registerAnswers } from '../platform/http/register-answers.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { serverOptions } from '../platform/http/server-options.ts';
import { createSpelling } from '../platform/http/spelling.ts';
import { acceptOnlyJson } from '../platform/http/strict-json.ts';
import { createRateLimiter } from '../storage/rate-limiter.ts';
import { everything, type Storage } from '../storage/storage.ts';
import { registerApiDocument } from './api-document.ts';
import type { Config } from './config.ts';
import { featureAnswers, personalDataOf } from './features.ts';
import { healthAnswers } from './health-answers.ts';
import type { PageRenderer } from './page-renderer.ts';
import { isPage, pageRoutes } from './page-routes.ts';
import { allPaths, endpoints, keptAddresses } from './registry.ts';
import { createStaticFiles } from './static-files.ts';

/** Where scripts, styles and pictures come from. */
export type BrowserFiles =
  | { readonly kind: 'built'; readonly folder: string }
  | {
      /** By a development server, which builds anew what has changed. */
      readonly kind: 'development';
      readonly serve: (request: IncomingMessage, response: ServerResponse) => boolean;
      /** Calls `listener` at each change of the sources. */
      readonly onRebuild: (listener: () => void) => void;
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

export interface Site {
  /** Answers `inject`, and listens when told to. */
  readonly app: FastifyInstance;
  /** The API in process, in the name of whoever made the request; it is what pages are rendered with. */
  readonly callerFor: (request: CallRequest) => ApiCaller;
}

/** The site as a value. */
export async function buildApp(parts: AppParts): Promise<Site> {
  const { config, storage, renderer, files, logger, draining } = parts;
  const { siteUrl } = config;
  const isHttps = siteUrl.startsWith('https:');
  const finishedPages = createFinishedPages({
    addresses: keptAddresses,
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
  if (files.kind === 'development') files.onRebuild(() => finishedPages.invalidate([everything]));
  const answerEarly = (request: IncomingMessage, response: ServerResponse) =>
    finishedPages.serve(request, response) || serveFile(request, response);
  const app: FastifyInstance = Fastify(serverOptions({ logger, draining, answerEarly }));
  app.addHook('onClose', storage.onChange(finishedPages.invalidate));
  announceDraining(app, draining);
  handleProblems(app, { isPage });
  acceptOnlyJson(app);
  // The API's, unless a page or a file brings its own.
  const apiHeaders = { ...securityHeaders({ kind: 'api', isHttps }), 'cache-control': 'no-cache' };
  const spell = createSpelling(allPaths);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(apiHeaders);
    const { url } = request.raw;
    const [path = '/'] = (url ?? '/').split('?', 1);
    const right = spell(path);
    // Method and body go along.
    if (right !== undefined) return reply.redirect(`${right}${url?.slice(path.length) ?? ''}`, 308);
  });

  const identity = createIdentity({ storage, siteUrl });
  const { guard } = identity;
  const limiter = createRateLimiter({ storage, factor: config.limits });
  const account = accountAnswers({
    storage,
    identity,
    limiter,
    settings: config,
    onMailError: (error) => logger.error({ err: error }, 'letter not sent'),
    personalData: personalDataOf(storage),
  });
  app.addHook('onClose', account.close);
  const answers = [
    ...featureAnswers({ storage, limiter, siteUrl }),
    ...account.answers,
    ...healthAnswers({ storage, isDraining: () => draining.isDraining }),
  ];
  await registerApiDocument(app, { siteUrl, endpoints });
  registerAnswers(app, guard, answers);
  const index = indexAnswers(answers);
  const callerFor = (request: CallRequest) => createDirectCaller(index, guard, request);
  const { reading, external } = config;
  pageRoutes(app, {
    renderer,
    settings: { siteUrl, reading, ...(external && { accountsAt: new URL(external.issuer).host }) },
    personOf: identity.sessions.personOf,
    callerFor,
  });
  return { app, callerFor };
}
