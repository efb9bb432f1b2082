import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {readonly NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const parentCheckMs = 500;

/**
 * Calls `onGone` once the shell in which npm started this process has ended: npm sends signals to that shell, which
 * dies without forwarding them. Returns the function that stops watching.
 *
 * @param {() => void} onGone
 */
function watchShell(onGone) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  return () => clearInterval(timer);
}

/**
 * Runs a command and resolves to its exit code, or 128 plus the signal's number. Forwards signals to the child, so that
 * it doesn't outlive this process.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export function runToEnd(command, args, options) {
  const child = spawn(command, args, options);
  /** @param {NodeJS.Signals} signal */
  function handOn(signal) {
    // A terminal sends Ctrl-C to the child as well; a second signal would make it exit at once.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  }
  for (const signal of signals) process.on(signal, handOn);
  const endWatch = watchShell(() => handOn('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      endWatch();
      for (const name of signals) process.off(name, handOn);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
