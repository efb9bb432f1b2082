import path from 'node:path';
import { pino } from 'pino';
import { createServer, type ViteDevServer } from 'vite';
import { fillWithDemo } from '../features/transfer/server/import/fill-with-demo.ts';
import { createDraining } from '../platform/http/closing/draining.ts';
import { stopOnSignal } from '../platform/http/closing/graceful-close.ts';
import { logOptions } from '../platform/http/log/log-options.ts';
import { openStorage } from '../storage/open-storage.ts';
import { type BrowserFiles, buildApp } from './build-app.ts';
import { readConfig } from './config.ts';
import type { PageRenderer, RenderModule } from './rendering/page-renderer.ts';
import { claimLines } from './serving/claim-link.ts';
import { observeTiming } from './serving/server-timing.ts';
import { explainStartFailure, say } from './serving/terminal.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');
/** Requests served by the development server; the site serves all others. */
const sourceFiles = /^\/(@|src\/|node_modules\/|images\/|favicon\.ico$|site\.webmanifest$)/;

/** Renders from the current sources, and reloads the browser on change. */
async function developmentPages(vite: ViteDevServer): Promise<PageRenderer> {
  const load = () => vite.ssrLoadModule('/src/app/rendering/render.tsx') as Promise<RenderModule>;
  const { inlineScripts } = await load();
  return {
    inlineScripts,
    isDevelopment: true,
    async render(request, viewer) {
      const page = await (await load()).render(request, viewer);
      return { ...page, html: await vite.transformIndexHtml(request.url, page.html) };
    },
    async renderTemplate(request) {
      const { template, ...page } = await (await load()).renderTemplate(request);
      const html = template && (await vite.transformIndexHtml(request.url, template.html));
      return { ...page, template: template && { ...template, html: html ?? '' } };
    },
    bindingOf: async (request) => (await load()).bindingOf(request),
    assetsOf: () => ({
      script: '/src/app/browser/browser-entry.ts',
      styles: ['/src/app/browser/site.css'],
      parts: [],
      fonts: [],
    }),
  };
}

/** `npm run dev`: pages reload when their sources change; a change of the server's own sources restarts it. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = pino(logOptions(config.logLevel));
  const vite = await createServer({
    root: projectFolder,
    server: { middlewareMode: true },
  });
  const files: BrowserFiles = {
    kind: 'development',
    serve(request, response) {
      if (!sourceFiles.test(request.url ?? '')) return false;
      vite.middlewares(request, response);
      return true;
    },
    onRebuild: (listener) => void vite.watcher.on('all', listener),
  };
  const storage = await openStorage({
    ...config,
    onConnectionError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  if (config.hasDemo) await fillWithDemo(storage, path.join(projectFolder, 'demo'));
  const renderer = await developmentPages(vite);
  const { app } = await buildApp({
    config,
    storage,
    renderer,
    files,
    logger,
    draining: createDraining(0),
    observe: observeTiming(),
  });
  await app.listen({ port: config.port, host: config.host });
  stopOnSignal(
    async () => {
      await vite.close();
      await app.close();
      await storage.close();
    },
    (error) => logger.error({ err: error }, 'not closed in order'),
  );
  const claim = await claimLines(storage, config.siteUrl);
  say(`The Content Hub is ready at ${config.siteUrl}, and reloads as you work.`, ...claim);
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}
