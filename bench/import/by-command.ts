import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { peakMiBOf } from '../server-process.ts';

const project = path.resolve(import.meta.dirname, '../..');
const lookEveryMs = 100;

/** The arguments to Node in `npm run import`. */
function commandLine(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  return String(scripts.import).split(' ').slice(2);
}

/** What the command needed to import an export. */
export interface CommandRun {
  readonly seconds: number;
  /** Peak memory of its process in MiB. */
  readonly peakMiB: number;
  /** The table that it prints last. */
  readonly table: string;
}

/** Imports an export by `npm run import`, into a new site in `dataDir`. */
export async function importByCommand(file: string, dataDir: string): Promise<CommandRun> {
  const start = performance.now();
  const child = spawn(process.execPath, [...commandLine(), file], {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMiB = 0;
  const looking = setInterval(() => {
    // An ended process has no memory left to read.
    peakMiB = Math.max(peakMiB, peakMiBOf(child.pid ?? 0) || 0);
  }, lookEveryMs);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearInterval(looking);
  if (code !== 0) throw new Error(`The command ended with ${code}.`);
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, peakMiB, table: output.slice(output.lastIndexOf('\n\n')).trim() };
}
