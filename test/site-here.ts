import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../src/app/build-app.ts';
import { readConfig } from '../src/app/config.ts';
import { loadBuiltPages } from '../src/app/rendering/page-renderer.ts';
import { claimLines } from '../src/app/serving/claim-link.ts';
import { sharedWorkers } from '../src/app/testing.ts';
import { fillWithDemo } from '../src/features/transfer/server/import/fill-with-demo.ts';
import { createDraining } from '../src/platform/http/closing/draining.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { distFolder } from './dist-folder.ts';
import { freePort } from './free-port.ts';
import { type RunningSite, rememberOutput } from './running-site.ts';

export type SiteHere = Pick<RunningSite, 'url' | 'dataDir' | 'stop'>;

/**
 * The built site on a port and a database of its own, in the process of the test: what it needs is loaded once for all test
 * files, where a process of its own takes a second each time. For tests that meet it as a browser does.
 */
export async function startSiteHere(settings: Readonly<Record<string, string>>): Promise<SiteHere> {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'content-hub-site-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({
    PORT: String(port),
    SITE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    LIMITS: '0',
    WORKERS: '1',
    DEMO: 'on',
    ...settings,
  });
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  rememberOutput(url, () => printed);
  const logger = pino({ level: config.logLevel }, { write });
  const storage = await openStorage({
    ...config,
    onConnectionError: (error) => logger.warn(error),
  });
  if (config.hasDemo) await fillWithDemo(storage, path.resolve('demo'));
  write((await claimLines(storage, url)).join('\n'));
  const { app } = await buildApp({
    ...sharedWorkers,
    config,
    storage,
    renderer: await loadBuiltPages(distFolder),
    files: { kind: 'built', folder: path.join(distFolder, 'browser') },
    logger,
    draining: createDraining(0),
  });
  await app.listen({ port, host: config.host });
  return {
    url,
    dataDir,
    async stop() {
      await app.close();
      await storage.close();
      // A folder that was handed in belongs to whoever did that.
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
