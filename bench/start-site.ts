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

/** How `npm start` runs the site, as exported by a checkout's launcher. */
interface Launcher {
  readonly siteCommand: readonly string[];
  /** Absent in older checkouts. */
  readonly siteVariables?: Readonly<Record<string, string>>;
}

/** Undefined for an older checkout, which has none. */
async function launcherOf(folder: string): Promise<Launcher | undefined> {
  const file = path.join(folder, 'scripts/launcher/site.mjs');
  return existsSync(file) ? import(pathToFileURL(file).href) : undefined;
}

/** The command that serves the site of the checkout in this folder; older checkouts run the sources. */
export async function siteCommand(folder = projectFolder): Promise<readonly string[]> {
  const launcher = await launcherOf(folder);
  if (!launcher) return [process.execPath, path.join(folder, 'src/app/main.ts')];
  return [process.execPath, ...launcher.siteCommand];
}

/** The environment variables of that command. */
export async function siteVariables(
  folder = projectFolder,
): Promise<Readonly<Record<string, string>>> {
  return (await launcherOf(folder))?.siteVariables ?? {};
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
  const variables = {
    ...(await siteVariables()),
    ...siteSettings(port, dataDir),
    ...settings,
  };
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
