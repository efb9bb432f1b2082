import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { type Renewal, startRenewal } from '../blog/server/html/renew-html.ts';
import { type Relating, startRelating } from '../blog/server/relate-older.ts';
import { accountAnswers } from '../features/account/server/account-answers.ts';
import { accountsForAWhile } from '../features/account/server/one-time-tokens.ts';
import { eventsForAWhile } from '../features/account/server/security/security-events.ts';
import { openPictures } from '../features/pictures/server/bucket/open-pictures.ts';
import type { PictureFolder } from '../features/pictures/server/picture-folder.ts';
import { createPictureMaker } from '../features/pictures/server/picture-maker.ts';
import { createPictureServing } from '../features/pictures/server/serve-pictures.ts';
import { sweepPictures } from '../features/pictures/server/sweep-pictures.ts';
import { createDoor } from '../features/settings/server/door.ts';
import { invitationsForAWhile } from '../features/settings/server/invitation-store.ts';
import {
  createLiveSettings,
  type LiveSettings,
} from '../features/settings/server/live-settings.ts';
import { statesForAWhile } from '../features/writing/server/drafts/draft-states.ts';
import { startPublisher } from '../features/writing/server/publishing/publish-scheduled.ts';
import { createIdentity } from '../identity/create-identity.ts';
import { createAccountQuotas } from '../identity/quotas/account-quotas.ts';
import { nobodysSession } from '../identity/session/nobody.ts';
import { type Sessions, sessionsForAWhile } from '../identity/session/session.ts';
import type { ApiCaller } from '../platform/contract/call-api.ts';
import type { CallRequest } from '../platform/http/answers/answers.ts';
import { createDirectCaller, indexAnswers } from '../platform/http/answers/direct-caller.ts';
import { registerAnswers } from '../platform/http/answers/register-answers.ts';
import { type CanonicalPath, createCanonicalPath } from '../platform/http/canonical-path.ts';
import { announceDraining, type Draining } from '../platform/http/closing/draining.ts';
import type { HttpServerOptions } from '../platform/http/create-http-server.ts';
import { logProblem } from '../platform/http/log/log-problem.ts';
import { createWatchdog } from '../platform/http/log/watchdog.ts';
import { handleProblems, toProblem } from '../platform/http/problem-handler.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { serverOptions } from '../platform/http/server-options.ts';
import { acceptOnlyJson } from '../platform/http/strict-json.ts';
import { createPageCache, type PageCache } from '../platform/page-cache/page-cache.ts';
import {
  nameIn,
  type OwnSettings,
  ownMarkOf,
  type Reading,
} from '../platform/site/own-settings.ts';
import { createTextLayout } from '../platform/threads/text-layout.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import { startSweeper, storedForAWhile } from '../storage/background/sweep.ts';
import { createRateLimiter } from '../storage/limits/rate-limiter.ts';
import { picturesFolder } from '../storage/sqlite/private-files.ts';
import { everything, type Storage } from '../storage/storage.ts';
import { registerApiDocument } from './api-document.ts';
import { startBackups } from './backup/start-backups.ts';
import type { Config } from './config.ts';
import { featureAnswers, holdingOf, personalDataOf, textsOf, withBlogs } from './features.ts';
import { createLetters, lettersForAWhile } from './letters.ts';
import { allPaths, cachedAddresses, endpoints } from './registry.ts';
import type { PageRenderer } from './rendering/page-renderer.ts';
import { createRenderPage, isPage, pageRoutes } from './rendering/pages.ts';
import { createRenderReply } from './rendering/render-reply.ts';
import { healthAnswers } from './serving/health.ts';
import { createStaticFiles } from './serving/static-files.ts';

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
  /** Looks on while requests are answered. */
  readonly observe?: HttpServerOptions['observe'];
}

/** Everything that goes by itself after a time. */
const forAWhile = [
  ...storedForAWhile,
  ...statesForAWhile,
  ...sessionsForAWhile,
  ...accountsForAWhile,
  ...eventsForAWhile,
  ...invitationsForAWhile,
  ...lettersForAWhile,
];

/** Memory for finished pages; some 500 pages with both encodings. */
const pageCacheMaxBytes = 64 * 1024 * 1024;

interface FrameworkParts {
  readonly isHttps: boolean;
  readonly apiHeaders: Readonly<Record<string, string>>;
  readonly canonicalPath: CanonicalPath;
  readonly pageCache: PageCache;
  readonly pictureFolder: PictureFolder;
}

export interface Site {
  /** Answers `inject`, and listens when told to. */
  readonly app: FastifyInstance;
  /** The API in process, in the name of whoever made the request; it is what pages are rendered with. */
  readonly callerFor: (request: CallRequest) => ApiCaller;
  readonly pageCache: Pick<PageCache, 'stats'>;
}

/** Logs what went wrong beside the requests, at the pace and with the stack of what goes wrong within one. */
function teller(logger: FastifyBaseLogger, what: string): (error: unknown) => void {
  return (error) => logProblem(logger, toProblem(error), { what });
}

/** Everything that the site answers, and who is asking. */
function createAnswers(
  { config, storage, logger, draining }: AppParts,
  pictureFolder: PictureFolder,
  live: LiveSettings,
) {
  const { siteUrl, goesByAnyName, limits } = config;
  const reading = async () => (await live.get()).reading ?? config.reading;
  const identity = createIdentity({ storage, siteUrl, goesByAnyName, reading });
  const limiter = createRateLimiter({ storage, factor: limits });
  const layout = createTextLayout();
  const maker = createPictureMaker();
  const onError = teller(logger, 'text not laid out');
  const account = accountAnswers({
    storage,
    identity,
    limiter,
    settings: config,
    door: createDoor(storage),
    siteName: async () => nameIn(await live.get()),
    onMailError: (error) => logger.error({ err: error }, 'letter not sent'),
    onSecurityEvent: ({ at: _at, ...event }) => logger.info(event, 'security event'),
    personalData: personalDataOf(storage),
  });
  const letters = createLetters({
    storage,
    limiter,
    heavyCalls: identity.heavyCalls,
    config,
    siteName() {
      // So that the next letter has it, where nobody has asked since it was set.
      live.get().catch(teller(logger, 'no settings for letters'));
      return nameIn(live.last());
    },
    onError: teller(logger, 'letter not sent'),
  });
  const answers = [
    ...featureAnswers({
      storage,
      limiter,
      heavyCalls: identity.heavyCalls,
      layout,
      live,
      pictures: { folder: pictureFolder, maker },
      config,
      onError,
    }),
    ...account.answers,
    ...letters.answers,
    ...healthAnswers({
      storage,
      backups: config.backups,
      isDraining: () => draining.isDraining && !draining.isReplaced,
    }),
  ];
  let renewal: Renewal | undefined;
  let stopPublisher: (() => Promise<void>) | undefined;
  let relating: Relating | undefined;
  let stopBackups: (() => Promise<void>) | undefined;
  return {
    answers,
    identity,
    switchesNow: letters.switchesNow,
    sweeps: [
      account.sweep,
      () =>
        sweepPictures({
          storage,
          folder: pictureFolder,
          textsOf: (personId) => textsOf(storage, personId),
        }),
    ],
    /** What goes on beside the requests. */
    begin() {
      pictureFolder.probe().catch(teller(logger, 'no pictures can be kept'));
      renewal = startRenewal({ storage, layout, onError });
      relating = startRelating({ storage, onError });
      stopBackups = startBackups({
        ...config,
        storage,
        settings: config.backups,
        log: logger,
      });
      const quotas = createAccountQuotas({ limits: config.quotas });
      const onPublishError = teller(logger, 'scheduled draft not published');
      letters.begin();
      stopPublisher = startPublisher({
        storage,
        layout,
        quotas,
        revisionsKept: config.revisionsKept,
        withBlogs,
        ...holdingOf(config),
        onError: onPublishError,
      });
    },
    async close() {
      const stops = [renewal?.stop(), relating?.stop(), stopPublisher?.(), stopBackups?.()];
      await Promise.all([
        ...stops,
        layout.close(),
        maker.close(),
        account.close(),
        letters.close(),
      ]);
    },
  };
}

/** What pages are told: what the owner has set, else what the machine's variables say. */
function settingsOf(config: Config, settings: OwnSettings): SiteSettings {
  const { reading, signUp, markLetters: _letters, markPicture: _picture, ...own } = settings;
  const mark = ownMarkOf(settings);
  const { siteUrl, external } = config;
  return {
    siteUrl,
    reading: reading ?? config.reading,
    ...(external && { accountsAt: new URL(external.issuer).host }),
    ...(Object.keys(own).length > 0 && { own }),
    ...(mark && { mark }),
    ...(signUp && signUp !== 'everybody' && { signUp }),
  };
}

/** Who may read at this instant; undefined while that isn't known. */
function readingNow(live: LiveSettings, config: Config): Reading | undefined {
  const own = live.known();
  return own && (own.reading ?? config.reading);
}

/** The share of one process: connections are handed out to them in turn. */
export function connectionLimits({ workers, connectionsMax, connectionsPerNetwork }: Config) {
  return {
    max: Math.ceil(connectionsMax / workers),
    perNetwork: Math.ceil(connectionsPerNetwork / workers),
  };
}

/** The framework without routes: limits, problems, headers, spelling. */
function createFramework(
  { config, files, logger, draining, observe }: AppParts,
  { isHttps, apiHeaders, canonicalPath, pageCache, pictureFolder }: FrameworkParts,
): FastifyInstance {
  const serveFile =
    files.kind === 'built' ? createStaticFiles({ folder: files.folder, isHttps }) : files.serve;
  const onError = teller(logger, 'picture not served');
  const servePicture = createPictureServing({ folder: pictureFolder, isHttps, onError });
  const watchdog = createWatchdog({ log: logger });
  const answerEarly = (request: IncomingMessage, response: ServerResponse) => {
    watchdog.note(request);
    return (
      pageCache.serve(request, response) ||
      servePicture(request, response) ||
      serveFile(request, response)
    );
  };
  const app = Fastify(
    serverOptions({
      logger,
      draining,
      answerEarly,
      isHttps,
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
    // Unless a page or a file brings its own.
    reply.headers(apiHeaders);
    const { url = '/' } = request.raw;
    const [pathname = '/'] = url.split('?', 1);
    const right = canonicalPath(pathname);
    // Method and body go along.
    if (right !== undefined) return reply.redirect(`${right}${url.slice(pathname.length)}`, 308);
  });
  return app;
}

/** Whose session has ended, or was made up, gets what is kept for strangers: what they send makes no work. */
function serveStrangers(app: FastifyInstance, pageCache: PageCache, sessions: Sessions) {
  app.addHook('onRequest', async (request, reply) => {
    const { cookie } = request.headers;
    if (cookie === undefined || sessions.tokenOf(cookie) === undefined) return;
    if (!pageCache.isCacheable(request.url) || (await sessions.personOf(request))) return;
    if (pageCache.serveStranger(request.raw, reply.raw)) reply.hijack();
  });
}

/** The site as a value. */
export async function buildApp(parts: AppParts): Promise<Site> {
  const { config, storage, renderer, files, logger } = parts;
  const isHttps = config.siteUrl.startsWith('https:');
  const apiHeaders = { ...securityHeaders({ kind: 'api', isHttps }), 'cache-control': 'no-cache' };
  const canonicalPath = createCanonicalPath(allPaths);
  const uploads = path.join(config.dataDir, picturesFolder);
  const pictureFolder = await openPictures(uploads, config.pictureBucket);
  const live = createLiveSettings(storage);
  const { answers, identity, switchesNow, sweeps, begin, close } = createAnswers(
    parts,
    pictureFolder,
    live,
  );
  const index = indexAnswers(answers);
  const callerFor = (request: CallRequest) => createDirectCaller(index, identity.guard, request);
  const { sessions } = identity;
  const renderPage = createRenderPage({
    renderer,
    settings: async () => ({
      ...settingsOf(config, await live.get()),
      ...(await switchesNow()),
    }),
    lastSettings: () => settingsOf(config, live.last()),
    callerFor,
    memberCaller: createDirectCaller(index, async () => nobodysSession, {
      headers: {},
      ip: '',
      log: logger,
    }),
  });
  const pageCache = createPageCache({
    addresses: cachedAddresses(() => readingNow(live, config)),
    canonicalPath,
    members: { tokenOf: sessions.tokenOf, find: sessions.findMember, callerFor },
    callRequestOf: ({ headers }) => ({ headers, ip: '', log: logger }),
    maxBytes: pageCacheMaxBytes,
    render: createRenderReply({ answers: index, renderPage, apiHeaders, log: logger }),
    checkForChanges: storage.checkForChanges,
    onError: teller(logger, 'finished page not made'),
  });
  if (files.kind === 'development') files.onRebuild(() => pageCache.invalidate([everything]));

  const app = createFramework(parts, {
    isHttps,
    apiHeaders,
    canonicalPath,
    pageCache,
    pictureFolder,
  });
  serveStrangers(app, pageCache, sessions);
  app.addHook('onClose', storage.onChange(pageCache.invalidate));
  app.addHook('onClose', async () => live.close());
  app.addHook('onListen', async () => begin());
  app.addHook('onClose', close);
  const onError = teller(logger, 'not swept');
  app.addHook('onClose', startSweeper({ storage, all: forAWhile, also: sweeps, onError }));
  registerApiDocument(app, endpoints, async () => nameIn(await live.get()));
  registerAnswers(app, identity.guard, answers);
  pageRoutes(app, renderPage, sessions.personOf);
  return { app, callerFor, pageCache };
}
