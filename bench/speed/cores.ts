import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether the servers can have a core of their own. */
export const hasOwnCore = availableParallelism() > 1 && hasCommand('taskset');

export function hasCommand(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The command, kept to the first core: one server of those measured, and nothing else. */
export function onServerCore(command: readonly string[]): readonly string[] {
  return hasOwnCore ? ['taskset', '-c', '0', ...command] : command;
}

/** Keeps this process, and what it starts from now on, off the servers' core. */
export function leaveServerCore(): void {
  if (!hasOwnCore) return;
  const others = `1-${availableParallelism() - 1}`;
  execFileSync('taskset', ['-acp', others, String(process.pid)], { stdio: 'ignore' });
}
