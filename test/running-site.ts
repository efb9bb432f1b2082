import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { siteCommand } from '../scripts/launcher/site.mjs';
import { freePort } from './free-port.ts';
import { undoneAtExit } from './undone-at-exit.ts';

const projectFolder = path.resolve(import.meta.dirname, '..');
/** What every program of the project is started with: code that was loaded once is not compiled again. */
const surroundings = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: path.join(projectFolder, 'node_modules', '.cache', 'test-programs'),
};

/** The product as its users run it: an own process, an own database, a free port. */
export interface RunningSite {
  /** Without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  readonly pid: number | undefined;
  /** What it ended with; null while it runs. */
  exitCode(): number | null;
}

export interface EndedProgram {
  readonly code: number | null;
  /** What it printed, on both streams. */
  readonly output: string;
}

const outputs = new Map<string, () => string>();

/** Keeps what the site at this address prints for `siteOutput`. */
export function rememberOutput(url: string, output: () => string): void {
  outputs.set(url, output);
}

/** What the site at this address has printed so far; it may have ended since. */
export function siteOutput(url: string): string {
  return outputs.get(url)?.() ?? '';
}

/** Collects what it prints, on both streams. */
function outputOf(child: ChildProcessByStdio<null, Readable, Readable>): () => string {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  return () => printed;
}

/** Resolves when all of its processes serve. */
async function listening(child: ChildProcess, output: () => string, isOne: boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if ((isOne ? /is ready at/ : /processes share/).test(output())) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}:\n${output()}`)));
  });
}

/** Starts the built site, or another of the project's programs, with these settings; resolves when it answers. */
export async function startSite(
  settings: Readonly<Record<string, string>> = {},
  command: readonly string[] = siteCommand,
): Promise<RunningSite> {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'content-hub-site-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, command, {
    cwd: projectFolder,
    env: {
      ...surroundings,
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      LIMITS: '0',
      WORKERS: '1',
      DEMO: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.once(
    'exit',
    undoneAtExit(() => child.kill('SIGKILL')),
  );
  const output = outputOf(child);
  rememberOutput(url, output);
  await listening(child, output, (settings.WORKERS ?? '1') === '1');
  return {
    url,
    dataDir,
    output,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      // A folder that was handed in belongs to whoever did that.
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
    signal: (name) => void child.kill(name),
    pid: child.pid,
    exitCode: () => child.exitCode,
  };
}

/** Asks over a connection that closes with the answer, so that the site has none to wait for when it ends. */
export function fetchOnce(url: string): Promise<Response> {
  return fetch(url, { headers: { connection: 'close' } });
}

/** Runs one of the project's programs, such as `['src/app/commands/import.ts']`, to its end. */
export async function runProgram(
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<EndedProgram> {
  const child = spawn(process.execPath, command, {
    cwd: projectFolder,
    env: { ...surroundings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = outputOf(child);
  await once(child, 'close');
  return { code: child.exitCode, output: output() };
}
