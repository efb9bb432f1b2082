import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../test/free-port.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface BenchSite extends ServerProcess {
  readonly port: number;
  readonly dataDir: string;
}

const program = [process.execPath, path.resolve(import.meta.dirname, '../src/app/main.ts')];

/** The product with its demo, on a port and in a folder of its own; the folder goes when it stops. */
export async function startSite(
  settings: Readonly<Record<string, string>> = {},
  command: readonly string[] = program,
): Promise<BenchSite> {
  const port = await freePort();
  const folder = temporaryFolder('bench');
  const dataDir = path.join(folder.path, 'data');
  // Open to others, as a folder is that somebody made by hand.
  mkdirSync(dataDir, { mode: 0o755 });
  const server = await startServer(command, port, {
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    WORKERS: '1',
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...settings,
  });
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
