import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const others = `1-${availableParallelism() - 1}`;

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
  availableParallelism() > 1 && succeeds(`taskset -c 0 true && taskset -c ${others} true`);

/** The command, kept to the first core: one server of those measured, and nothing else. */
export function onServerCore(command: readonly string[]): readonly string[] {
  return hasOwnCore ? ['taskset', '-c', '0', ...command] : command;
}

/** Keeps this process, and what it starts from now on, off the servers' core. */
export function leaveServerCore(): void {
  if (!hasOwnCore) return;
  execFileSync('taskset', ['-acp', others, String(process.pid)], { stdio: 'ignore' });
}
