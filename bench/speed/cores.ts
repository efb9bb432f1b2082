import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Read at start: it depends on the cores that the process may use, which change later. */
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

/** Whether the servers can have a core of their own: containers may lack the first core. */
export const hasOwnCore =
  lastCore > 0 && succeeds(`taskset -c 0 true && taskset -c ${others} true`);

/** Pins the command to the first core, for the one server that is being measured. */
export function onServerCore(command: readonly string[]): readonly string[] {
  return hasOwnCore ? ['taskset', '-c', '0', ...command] : command;
}

/** Pins this process, and what it starts from here on, to these cores. */
function stayOn(cores: string): void {
  if (!hasOwnCore) return;
  execFileSync('taskset', ['-acp', cores, String(process.pid)], { stdio: 'ignore' });
}

/** Keeps this process, and what it starts from here on, off the servers' core. */
export function leaveServerCore(): void {
  stayOn(others);
}

/** Starts a process that may use all cores: on one core, a browser's processes would wait for each other. */
export async function onAllCores<T>(start: () => Promise<T>): Promise<T> {
  stayOn(`0-${lastCore}`);
  try {
    return await start();
  } finally {
    leaveServerCore();
  }
}
