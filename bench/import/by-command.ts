import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { peakMiBOf } from '../server-process.ts';

const project = path.resolve(import.meta.dirname, '../..');
const lookEveryMs = 100;

/** What `npm run import` has Node run. */
function commandLine(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  return String(scripts.import).split(' ').slice(2);
}

/** What the command needed for an export. */
export interface CommandRun {
  readonly seconds: number;
  /** Most MiB that its process ever held. */
  readonly peakMiB: number;
  /** Its closing table. */
  readonly table: string;
}

/** Brings an export in by `npm run import`, into a new site in `dataDir`. */
export async function importByCommand(file: string, dataDir: string): Promise<CommandRun> {
  const start = performance.now();
  const child = spawn(process.execPath, [...commandLine(), file], {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMiB = 0;
  const looking = setInterval(() => {
    // It has no memory left once it has ended.
    peakMiB = Math.max(peakMiB, peakMiBOf(child.pid ?? 0) || 0);
  }, lookEveryMs);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearInterval(looking);
  if (code !== 0) throw new Error(`The command ended with ${code}.`);
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, peakMiB, table: output.slice(output.lastIndexOf('\n\n')).trim() };
}
