import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../test/free-port.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface BenchSite extends ServerProcess {
  readonly port: number;
  readonly dataDir: string;
}

const projectFolder = path.resolve(import.meta.dirname, '..');

/**
 * The command that serves the site of the checkout in this folder: what its `npm start` runs, as exported by its
 * launcher; older checkouts run the sources.
 */
export async function siteCommand(folder = projectFolder): Promise<readonly string[]> {
  const file = path.join(folder, 'scripts/launcher/site.mjs');
  if (!existsSync(file)) return [process.execPath, path.join(folder, 'src/app/main.ts')];
  const site = (await import(pathToFileURL(file).href)) as {
    readonly siteCommand: readonly string[];
  };
  return [process.execPath, ...site.siteCommand];
}

/** Settings of a measured site: nothing shared with other sites, and only problems are logged. */
export function siteSettings(port: number, dataDir: string): Readonly<Record<string, string>> {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    WORKERS: '1',
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  };
}

/** The site with its demo, on a port and in a temporary folder of its own; stopping it deletes the folder. */
export async function startSite(
  settings: Readonly<Record<string, string>> = {},
  command?: readonly string[],
): Promise<BenchSite> {
  const port = await freePort();
  const folder = temporaryFolder('bench');
  const dataDir = path.join(folder.path, 'data');
  // Readable by others, like a folder created by hand.
  mkdirSync(dataDir, { mode: 0o755 });
  const variables = { ...siteSettings(port, dataDir), ...settings };
  const server = await startServer(command ?? (await siteCommand()), port, variables);
  return {
    ...server,
    port,
    dataDir,
    async stop() {
      await server.stop();
      folder.remove();
    },
  };
}
