import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { accountAnswers } from '../features/account/server/account-answers.ts';
import { createIdentity } from '../identity/create-identity.ts';
import type { ApiCaller } from '../platform/contract/call-api.ts';
import type { CallRequest } from '../platform/http/answers.ts';
import { createDirectCaller, indexAnswers } from '../platform/http/direct-caller.ts';
import { announceDraining, type Draining } from '../platform/http/draining.ts';
import {
  createFinishedPages,
  type FinishedPages,
} from '../platform/http/finished/finished-pages.ts';
import { handleProblems } from '../platform/http/problem-handler.ts';
import { registerAnswers } from '../platform/http/register-answers.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { serverOptions } from '../platform/http/server-options.ts';
import { createSpelling, type Spelling } from '../platform/http/spelling.ts';
import { acceptOnlyJson } from '../platform/http/strict-json.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import { createRateLimiter } from '../storage/rate-limiter.ts';
import { everything, type Storage } from '../storage/storage.ts';
import { registerApiDocument } from './api-document.ts';
import type { Config } from './config.ts';
import { featureAnswers, personalDataOf } from './features.ts';
import { createFinish } from './finish.ts';
import { healthAnswers } from './health.ts';
import type { PageRenderer } from './page-renderer.ts';
import { createRenderPage, isPage, pageRoutes } from './pages.ts';
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

interface FrameworkParts {
  readonly isHttps: boolean;
  readonly apiHeaders: Readonly<Record<string, string>>;
  readonly spell: Spelling;
  readonly finishedPages: FinishedPages;
}

export interface Site {
  /** Answers `inject`, and listens when told to. */
  readonly app: FastifyInstance;
  /** The API in process, in the name of whoever made the request; it is what pages are rendered with. */
  readonly callerFor: (request: CallRequest) => ApiCaller;
}

/** Everything that the site answers, and who is asking. */
function createAnswers({ config, storage, logger, draining }: AppParts) {
  const { siteUrl, limits } = config;
  const identity = createIdentity({ storage, siteUrl });
  const limiter = createRateLimiter({ storage, factor: limits });
  const account = accountAnswers({
    storage,
    identity,
    limiter,
    settings: config,
    onMailError: (error) => logger.error({ err: error }, 'letter not sent'),
    personalData: personalDataOf(storage),
  });
  const answers = [
    ...featureAnswers({ storage, limiter, siteUrl }),
    ...account.answers,
    ...healthAnswers({ storage, isDraining: () => draining.isDraining }),
  ];
  return { answers, identity, close: account.close };
}

function settingsOf({ siteUrl, reading, external }: Config): SiteSettings {
  return { siteUrl, reading, ...(external && { accountsAt: new URL(external.issuer).host }) };
}

/** The framework without routes: limits, problems, headers, spelling. */
function createFramework(
  { files, logger, draining }: AppParts,
  { isHttps, apiHeaders, spell, finishedPages }: FrameworkParts,
): FastifyInstance {
  const serveFile =
    files.kind === 'built' ? createStaticFiles({ folder: files.folder, isHttps }) : files.serve;
  const answerEarly = (request: IncomingMessage, response: ServerResponse) =>
    finishedPages.serve(request, response) || serveFile(request, response);
  const app = Fastify(serverOptions({ logger, draining, answerEarly }));
  announceDraining(app, draining);
  handleProblems(app, { isPage });
  acceptOnlyJson(app);
  app.addHook('onRequest', async (request, reply) => {
    // Unless a page or a file brings its own.
    reply.headers(apiHeaders);
    const { url = '/' } = request.raw;
    const [path = '/'] = url.split('?', 1);
    const right = spell(path);
    // Method and body go along.
    if (right !== undefined) return reply.redirect(`${right}${url.slice(path.length)}`, 308);
  });
  return app;
}

/** The site as a value. */
export async function buildApp(parts: AppParts): Promise<Site> {
  const { config, storage, renderer, files, logger } = parts;
  const isHttps = config.siteUrl.startsWith('https:');
  const apiHeaders = { ...securityHeaders({ kind: 'api', isHttps }), 'cache-control': 'no-cache' };
  const spell = createSpelling(allPaths);
  const { answers, identity, close } = createAnswers(parts);
  const index = indexAnswers(answers);
  const callerFor = (request: CallRequest) => createDirectCaller(index, identity.guard, request);
  const renderPage = createRenderPage({ renderer, settings: settingsOf(config), callerFor });
  const finishedPages = createFinishedPages({
    addresses: keptAddresses,
    spell,
    maxBytes: finishedPagesMaxBytes,
    render: createFinish({ answers: index, renderPage, apiHeaders, log: logger }),
    checkForChanges: storage.checkForChanges,
    onError: (error) => logger.error({ err: error }, 'finished page not made'),
  });
  if (files.kind === 'development') files.onRebuild(() => finishedPages.invalidate([everything]));

  const app = createFramework(parts, { isHttps, apiHeaders, spell, finishedPages });
  app.addHook('onClose', storage.onChange(finishedPages.invalidate));
  app.addHook('onClose', close);
  await registerApiDocument(app, endpoints);
  registerAnswers(app, identity.guard, answers);
  pageRoutes(app, renderPage, identity.sessions.personOf);
  return { app, callerFor };
}
