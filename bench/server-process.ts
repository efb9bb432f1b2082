import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { undoneAtExit } from '../test/undone-at-exit.ts';

export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  /** Milliseconds of processor time used so far, of all threads. */
  cpuMs(): number;
  /** Current memory in MiB; NaN if the system doesn't report it. */
  residentMiB(): number;
  /** Peak memory in MiB; NaN if the system doesn't report it. */
  peakMiB(): number;
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;
const stopWithinMs = 12_000;

/** Starts a command that listens on `port` and resolves when its `/readyz` answers 200. */
export async function startServer(
  command: readonly string[],
  port: number,
  variables: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const [program = process.execPath, ...parameters] = command;
  const child = spawn(program, parameters, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const hasEnded = undoneAtExit(() => child.kill('SIGKILL'));
  child.once('exit', hasEnded);
  const origin = `http://127.0.0.1:${port}`;
  try {
    await untilReady(child, origin, command);
  } catch (error) {
    await stop(child);
    throw error;
  }
  const pid = child.pid ?? 0;
  return {
    origin,
    pid,
    cpuMs: () => cpuMsOf(pid),
    residentMiB: () => memoryMiBOf(pid, 'VmRSS'),
    peakMiB: () => peakMiBOf(pid),
    stop: () => stop(child),
  };
}

async function untilReady(
  child: ChildProcess,
  origin: string,
  command: readonly string[],
): Promise<void> {
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await Promise.race([fetch(`${origin}/readyz`).catch(() => undefined), failed]);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error(`${command.join(' ')} did not become ready.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const lastResort = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await exited;
  clearTimeout(lastResort);
}

const ticksPerSecond =
  process.platform === 'linux'
    ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
    : 0;

/** Fields of proc_pid_stat(5): the name in parentheses may contain blanks; the fields after it are numbered from 3. */
function statOf(pid: number): (field: number) => number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (field) => Number(fields[field - 3]);
}

/** The parent of a process; Linux only. */
export const parentOf = (pid: number): number => statOf(pid)(4);

/**
 * Processor time of a process, its descendants and its ended children; without the latter two on other systems than
 * Linux.
 */
export function cpuMsOfTree(pid: number): number {
  if (ticksPerSecond === 0) return cpuMsOf(pid);
  try {
    const stat = statOf(pid);
    const own = [14, 15, 16, 17].reduce((sum, field) => sum + stat(field), 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const below = children === '' ? [] : children.split(' ').map(Number);
    return below.reduce((sum, child) => sum + cpuMsOfTree(child), (own * 1_000) / ticksPerSecond);
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
}

function cpuMsOf(pid: number): number {
  if (ticksPerSecond > 0) {
    const stat = statOf(pid);
    return ((stat(14) + stat(15)) * 1_000) / ticksPerSecond;
  }
  // Elsewhere `ps` prints it as [[days-]hours:]minutes:seconds.hundredths.
  const time = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000;
}

/** Field names of proc_pid_status(5). */
/** Peak memory of a process in MiB; NaN if the system doesn't report it. */
export function peakMiBOf(pid: number): number {
  return memoryMiBOf(pid, 'VmHWM');
}

function memoryMiBOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  if (process.platform !== 'linux') return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kiB] = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status) ?? [];
  return Number(kiB) / 1_024;
}
