import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { FeatureWork } from '../identity/define-feature.ts';
import { anonymousSession } from '../identity/session/anonymous-session.ts';
import type { Sessions } from '../identity/session/session.ts';
import type { ApiCaller } from '../platform/contract/call-api.ts';
import type { CallRequest } from '../platform/http/answers/answers.ts';
import { createDirectCaller, indexAnswers } from '../platform/http/answers/direct-caller.ts';
import { registerAnswers } from '../platform/http/answers/register-answers.ts';
import { type CanonicalPath, createCanonicalPath } from '../platform/http/canonical-path.ts';
import { announceDraining } from '../platform/http/closing/draining.ts';
import type { HttpServerOptions } from '../platform/http/create-http-server.ts';
import { createWatchdog } from '../platform/http/log/watchdog.ts';
import { handleProblems } from '../platform/http/problem-handler.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { serverOptions } from '../platform/http/server-options.ts';
import { acceptOnlyJson } from '../platform/http/strict-json.ts';
import { createPageCache, type PageCache } from '../platform/page-cache/page-cache.ts';
import { systemClock } from '../platform/page-cache/remaking.ts';
import type { MemberSource } from '../platform/page-cache/slots/members.ts';
import { startSweeper } from '../storage/background/sweep.ts';
import { everything } from '../storage/storage.ts';
import { createApiDocuments, registerApiDocument } from './api-document/api-document.ts';
import { registerDocsPage } from './api-document/docs-page.ts';
import type { Config } from './config.ts';
import { retention, startFeatures } from './features.ts';
import { isByInvitation, pageSettings, readingNow } from './page-settings.ts';
import { openPagesOnDisk } from './pages-on-disk.ts';
import {
  allPaths,
  cachedAddresses,
  contractSchemas,
  endpoints,
  pageOfTag,
  problemKinds,
} from './registry.ts';
import type { PageRenderer } from './rendering/page-renderer.ts';
import {
  createBindingOf,
  createRenderPage,
  isPage,
  type PageParts,
  pageRoutes,
} from './rendering/pages.ts';
import { createRenderReply } from './rendering/render-reply.ts';
import { liveness, readiness } from './serving/health.ts';
import { createOwnWrites, type OwnWrites } from './serving/own-writes.ts';
import { type Leading, redirectFormerAddress } from './serving/redirect-former-address.ts';
import { createStaticFiles } from './serving/static-files.ts';
import { openSiteParts, type SiteGiven } from './site-parts.ts';

/** Source of scripts, styles and pictures. */
export type BrowserFiles =
  | { readonly kind: 'built'; readonly folder: string }
  | {
      /** From the development server, which rebuilds on change. */
      readonly kind: 'development';
      readonly serve: (request: IncomingMessage, response: ServerResponse) => boolean;
      /** Calls `listener` at each change of the sources. */
      readonly onRebuild: (listener: () => void) => void;
    };

export interface AppParts extends Omit<SiteGiven, 'publicFolder'> {
  readonly renderer: PageRenderer;
  readonly files: BrowserFiles;
  /** Observes requests, for metrics and timing. */
  readonly observe?: HttpServerOptions['observe'];
}

const mebibyte = 1024 * 1024;
/** Memory of the page cache: some 600 pages of members or 1,000 of visitors. */
const pageCacheMaxBytes = 64 * mebibyte;

interface FrameworkParts {
  readonly isHttps: boolean;
  readonly apiHeaders: Readonly<Record<string, string>>;
  readonly canonicalPath: CanonicalPath;
  readonly pageCache: PageCache;
  readonly ownWrites: OwnWrites;
  readonly leading: Leading;
  /** Handlers of features that serve a request before the framework. */
  readonly serve: readonly NonNullable<FeatureWork['serve']>[];
}

export interface Site {
  /** Supports `inject`, and listens on request. */
  readonly app: FastifyInstance;
  /** The in-process API on behalf of a request's sender; page rendering uses it. */
  readonly callerFor: (request: CallRequest) => ApiCaller;
  readonly pageCache: Pick<PageCache, 'stats'>;
}

/** The limits of one process: connections are distributed in turn. */
export function connectionLimits({ workers, connectionsMax, connectionsPerNetwork }: Config) {
  return {
    max: Math.ceil(connectionsMax / workers),
    perNetwork: Math.ceil(connectionsPerNetwork / workers),
  };
}

/** The framework without routes: limits, problems, headers, canonical URLs. */
function createFramework(
  { config, storage, files, logger, draining, observe }: AppParts,
  { isHttps, apiHeaders, canonicalPath, pageCache, ownWrites, leading, serve }: FrameworkParts,
): FastifyInstance {
  const serveFile =
    files.kind === 'built' ? createStaticFiles({ folder: files.folder, isHttps }) : files.serve;
  const watchdog = createWatchdog({ log: logger });
  const serveKept = (request: IncomingMessage, response: ServerResponse) => {
    const isOld = leading.redirects.mayLeadOn(request);
    return (
      (isOld && leading.redirects.serve(request, response)) ||
      (!isOld && pageCache.serve(request, response))
    );
  };
  const serveOfFeatures: typeof serveKept = (request, response) =>
    serve.some((answers) => answers(request, response));
  const answerEarly = (request: IncomingMessage, response: ServerResponse) => {
    watchdog.note(request);
    // Whoever has just written through another node waits in the hook below.
    const isEarly = !ownWrites.areElsewhere(request.headers.cookie);
    return (
      (isEarly && (serveKept(request, response) || serveOfFeatures(request, response))) ||
      serveFile(request, response)
    );
  };
  const app = Fastify(
    serverOptions({
      logger,
      draining,
      answerEarly,
      isHttps,
      ownHost: config.goesByAnyName
        ? undefined
        : { siteUrl: config.siteUrl, freePaths: [liveness.path, readiness.path] },
      proxies: config.trustedProxies,
      connections: connectionLimits(config),
      observe,
    }),
  );
  watchdog.watch(app);
  announceDraining(app, draining);
  handleProblems(app, { isPage });
  acceptOnlyJson(app);
  app.addHook('onRequest', async (request, reply) => {
    // Defaults: a page or a file overrides them.
    reply.headers(apiHeaders);
    const { url = '/' } = request.raw;
    const [pathname = '/'] = url.split('?', 1);
    // Liveness doesn't depend on the database.
    if (pathname !== liveness.path) await storage.assertKnownSchema();
    await ownWrites.await(request);
    const isLate = ownWrites.areElsewhere(request.headers.cookie);
    if (isLate && serveOfFeatures(request.raw, reply.raw)) return reply.hijack();
    if (await redirectFormerAddress(leading, request, reply)) return;
    const right = canonicalPath(pathname);
    // 308 keeps method and body.
    if (right !== undefined) return reply.redirect(`${right}${url.slice(pathname.length)}`, 308);
    if (!isLate || ownWrites.mayBeMissing(request)) return;
    if (pageCache.serve(request.raw, reply.raw)) reply.hijack();
  });
  return app;
}

/** Requests with an ended or forged session get cached pages of anonymous visitors: they cause no rendering. */
function serveStrangers(
  app: FastifyInstance,
  pageCache: PageCache,
  sessions: Sessions,
  { mayBeMissing }: OwnWrites,
) {
  app.addHook('onRequest', async (request, reply) => {
    const { cookie } = request.headers;
    if (cookie === undefined || sessions.tokenOf(cookie) === undefined) return;
    if (mayBeMissing(request) || !pageCache.isCacheable(request.url)) return;
    if (await sessions.personOf(request)) return;
    if (pageCache.serveStranger(request.raw, reply.raw)) reply.hijack();
  });
}

/** Builds the site without listening. */
export async function buildApp(given: AppParts): Promise<Site> {
  const { config, storage, renderer, files, logger } = given;
  const { parts, mail } = await openSiteParts({
    ...given,
    publicFolder: files.kind === 'built' ? files.folder : path.resolve('public'),
  });
  const { identity, settings, isHttps, logErrors } = parts;
  const { sessions } = identity;
  const features = startFeatures(parts, mail.outboxJobs);
  const apiHeaders = { ...securityHeaders({ kind: 'api', isHttps }), 'cache-control': 'no-cache' };
  const canonicalPath = createCanonicalPath(allPaths);
  const index = indexAnswers(features.answers);
  const callerFor: MemberSource['callerFor'] = (request, madeFrom) =>
    createDirectCaller(index, identity.guard, request, madeFrom);
  const pageParts: PageParts = {
    renderer,
    settings: async () => pageSettings(config, await settings.get(), await features.switches()),
    lastSettings: () => pageSettings(config, settings.last(), features.lastSwitches()),
    callerFor,
    memberCaller: createDirectCaller(index, async () => anonymousSession, {
      headers: {},
      ip: '',
      log: logger,
    }),
  };
  const renderPage = createRenderPage(pageParts);
  const disk =
    files.kind === 'built'
      ? openPagesOnDisk({
          config,
          storage,
          browserFolder: files.folder,
          onStoreError: logErrors('pages on the disk not usable'),
        })
      : undefined;
  const pageCache = createPageCache({
    addresses: cachedAddresses(
      () => readingNow(config, settings.known()),
      () => {
        const known = settings.known();
        return known !== undefined && !isByInvitation(config, known);
      },
    ),
    canonicalPath,
    members: { tokenOf: sessions.tokenOf, find: sessions.findMember, callerFor },
    callRequestOf: ({ headers }) => ({ headers, ip: '', log: logger }),
    maxBytes: pageCacheMaxBytes,
    disk,
    bindingOf: createBindingOf(pageParts),
    render: createRenderReply({ answers: index, renderPage, apiHeaders, log: logger }),
    checkForChanges: storage.checkForChanges,
    onError: logErrors('cached page not made'),
    remakingClock: systemClock(),
    pageOfTag,
  });
  if (files.kind === 'development') files.onRebuild(() => pageCache.invalidate([everything]));

  const { serve } = features;
  const ownWrites = createOwnWrites(storage, config.siteUrl);
  const leading = { redirects: parts.redirects, missed: parts.missed, pageCache, ownWrites };
  const framework = { isHttps, apiHeaders, canonicalPath, pageCache, ownWrites, leading, serve };
  const app = createFramework(given, framework);
  serveStrangers(app, pageCache, sessions, ownWrites);
  app.addHook('onClose', storage.onChange(pageCache.invalidate));
  app.addHook('onClose', async () => pageCache.close());
  app.addHook('onClose', async () => parts.redirects.close());
  app.addHook('onClose', async () => disk?.close());
  app.addHook('onListen', async () => features.begin());
  app.addHook('onClose', async () => {
    await Promise.all([features.close(), parts.layout.close()]);
    // After everything that sends e-mail has ended.
    await mail.close();
  });
  const { sweeps: also } = features;
  const onError = logErrors('not swept');
  const sweeping = { storage, all: retention, also, settings: settings.get, onError };
  app.addHook('onClose', startSweeper(sweeping));
  const answered = new Set(features.answers.map(({ endpoint }) => endpoint));
  const served = new Map([...endpoints].filter(([, endpoint]) => answered.has(endpoint)));
  const documents = createApiDocuments(served, contractSchemas, async () => {
    const own = await settings.get();
    return {
      title: await parts.siteName(),
      reading: own.reading ?? config.reading,
      isByInvitation: isByInvitation(config, own),
    };
  });
  registerApiDocument(app, documents);
  registerDocsPage(app, documents, { problems: problemKinds, isHttps });
  registerAnswers(app, identity.apiGuard, features.answers, ownWrites.note);
  pageRoutes(app, renderPage, sessions.personOf);
  return { app, callerFor, pageCache };
}
