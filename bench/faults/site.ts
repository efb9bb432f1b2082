import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../scripts/launcher/project.mjs';
import { siteCommand } from '../../scripts/launcher/site.mjs';
import { undoneAtExit } from '../../test/undone-at-exit.ts';

const readyWithinMs = 60_000;
const stopWithinMs = 30_000;

export interface SiteOptions {
  readonly port: number;
  readonly variables: Readonly<Record<string, string>>;
  /** The checkout to run the build of; this one by default. */
  readonly folder?: string;
  /** Files to preload. */
  readonly preload?: readonly string[];
}

/** The site as in production. */
export interface Site {
  /** Starts the site. Resolves to undefined once `/readyz` succeeds, or to its last output if it exits instead. */
  start(): Promise<string | undefined>;
  /** `kill -9` of the site and its workers. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Process ids of the workers. */
  workers(): readonly number[];
  stop(): Promise<void>;
}

function childrenOf(pid: number | undefined): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

async function isReady(port: number): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/readyz`;
  const reply = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined);
  await reply?.arrayBuffer();
  return reply?.ok ?? false;
}

export function createSite({ port, variables, folder = root, preload = [] }: SiteOptions): Site {
  let child: ChildProcess | undefined;
  let lastWords = '';

  const isRunning = () => child?.exitCode === null && child.signalCode === null;

  function killAll(): void {
    for (const pid of childrenOf(child?.pid)) killAtOnce(pid);
    child?.kill('SIGKILL');
  }

  async function ended(): Promise<void> {
    if (child && isRunning()) await once(child, 'exit');
  }

  return {
    async start() {
      lastWords = '';
      const imports = preload.flatMap((file) => ['--import', path.join(import.meta.dirname, file)]);
      const command = siteCommand.map((part) =>
        path.isAbsolute(part) ? path.join(folder, path.relative(root, part)) : part,
      );
      child = spawn(process.execPath, [...imports, ...command], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'faults'),
          PORT: String(port),
          SITE_URL: `http://localhost:${port}`,
          DEMO: 'off',
          LIMITS: '0',
          LOG_LEVEL: 'silent',
          ...variables,
        },
      });
      child.once('exit', undoneAtExit(killAll));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        lastWords = (lastWords + text).slice(-2_000);
      });
      const deadline = performance.now() + readyWithinMs;
      while (performance.now() < deadline && isRunning()) {
        if (await isReady(port)) return undefined;
        await wait(25);
      }
      return isRunning() ? 'It never got ready.' : lastWords.trim() || 'It ended without a word.';
    },
    async kill() {
      killAll();
      await ended();
    },
    signal: (name) => void child?.kill(name),
    workers: () => childrenOf(child?.pid),
    async stop() {
      child?.kill('SIGTERM');
      const lastResort = setTimeout(killAll, stopWithinMs);
      await ended();
      clearTimeout(lastResort);
    },
  };
}
