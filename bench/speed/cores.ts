import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** As it is at the start; it goes by where the process may run. */
const lastCore = availableParallelism() - 1;
const others = `1-${lastCore}`;

function succeeds(command: string): boolean {
  try {
    execFileSync('sh', ['-c', command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function hasCommand(name: string): boolean {
  return succeeds(`command -v ${name}`);
}

/** Whether the servers can have a core of their own: containers may have others than the first. */
export const hasOwnCore =
  lastCore > 0 && succeeds(`taskset -c 0 true && taskset -c ${others} true`);

/** The command, kept to the first core: one server of those measured, and nothing else. */
export function onServerCore(command: readonly string[]): readonly string[] {
  return hasOwnCore ? ['taskset', '-c', '0', ...command] : command;
}

/** Where this process runs from now on, and what it starts. */
function stayOn(cores: string): void {
  if (!hasOwnCore) return;
  execFileSync('taskset', ['-acp', cores, String(process.pid)], { stdio: 'ignore' });
}

/** Keeps this process, and what it starts from now on, off the servers' core. */
export function leaveServerCore(): void {
  stayOn(others);
}

/** Starts something that may use all cores: a browser on one core measures how its own processes wait for each other. */
export async function onAllCores<T>(start: () => Promise<T>): Promise<T> {
  stayOn(`0-${lastCore}`);
  try {
    return await start();
  } finally {
    leaveServerCore();
  }
}
