import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { afterAll, expect, onTestFinished } from 'vitest';
import { distFolder } from '../../test/dist-folder.ts';
import { createPictureMaker } from '../features/pictures/feature.ts';
import type { ApiReply } from '../platform/contract/call-api.ts';
import type { CallInput, Endpoint, ReplyOf } from '../platform/contract/define-endpoint.ts';
import { createDraining } from '../platform/http/closing/draining.ts';
import { createTextLayout } from '../platform/threads/text-layout.ts';
import type { Engine, Storage } from '../storage/storage.ts';
import { type After, createTestDatabase, enginesOfRun, testEngine } from '../storage/testing.ts';
import { watchReplies } from './api-document/testing-replies.ts';
import { type AppParts, buildApp, type Site } from './build-app.ts';
import { readConfig } from './config.ts';
import { loadBuiltPages } from './rendering/page-renderer.ts';

export interface ListeningApp {
  readonly app: FastifyInstance;
  readonly pageCache: Site['pageCache'];
  /** Without a trailing slash. */
  readonly url: string;
  /** Calls the API in process, as rendering a page for the session of this cookie does. */
  readonly callDirectly: <E extends Endpoint>(
    cookie: string | undefined,
    endpoint: E,
    input: CallInput<E>,
  ) => Promise<ApiReply<ReplyOf<E>>>;
}

const staysOpen = async () => {};
const sharedLayout = createTextLayout();
const sharedMaker = createPictureMaker();
/** Shared by all sites of a test process, since their thread and process are slow to start; they end with it. */
export const sharedWorkers = {
  layout: { layOut: sharedLayout.layOut, close: staysOpen },
  maker: { make: sharedMaker.make, close: staysOpen },
};

/** Starts the whole site on a test's database and a free port, with the pages of the last build. */
export async function listen(
  storage: Storage,
  settings: Readonly<Record<string, string>> = {},
  after: After = onTestFinished,
  logger: Logger = pino({ level: 'silent' }),
  given: Pick<AppParts, 'fetchPublic'> = {},
): Promise<ListeningApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-hub-files-'));
  // Retries, because a folder may be created during the removal.
  after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  const config = readConfig({
    LIMITS: '0',
    PAGES_ON_DISK: '0',
    DATA_DIR: dataDir,
    ...settings,
  });
  const { app, callerFor, pageCache } = await buildApp({
    ...sharedWorkers,
    ...given,
    config,
    storage,
    renderer: await loadBuiltPages(distFolder),
    files: { kind: 'built', folder: path.join(distFolder, 'browser') },
    logger,
    draining: createDraining(0),
  });
  const misfits = watchReplies(app);
  after(() => expect(misfits, 'replies that are not as the OpenAPI document says').toEqual([]));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  after(() => app.close());
  const callDirectly: ListeningApp['callDirectly'] = (cookie, endpoint, input) =>
    callerFor({ headers: { cookie }, ip: '127.0.0.1', log: app.log })(endpoint, input);
  return { app, pageCache, url, callDirectly };
}

type TestOfSite = (name: string, run: (site: ListeningApp) => Promise<void>) => void;

/**
 * Returns a function that declares a read-only test once for each engine of the run. The tests of a file share one site
 * for each engine, which starts with the first of them and is closed after the last.
 */
export function testsOnSharedSites(fill: (storage: Storage) => Promise<unknown>): TestOfSite {
  const sites = new Map<Engine, Promise<ListeningApp>>();
  const cleanUps: Parameters<After>[0][] = [];
  const after: After = (cleanUp) => cleanUps.unshift(cleanUp);

  async function start(engine: Engine): Promise<ListeningApp> {
    const storage = await (await createTestDatabase(engine, { after })).open();
    await fill(storage);
    return listen(storage, {}, after);
  }

  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return (name, run) => {
    for (const engine of enginesOfRun) {
      testEngine(engine, name, async () => {
        const site = sites.get(engine) ?? start(engine);
        sites.set(engine, site);
        await run(await site);
      });
    }
  };
}
