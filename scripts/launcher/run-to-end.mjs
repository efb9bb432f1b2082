import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {readonly NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const parentCheckMs = 500;

/**
 * Calls `onGone` once the shell that npm started this process in is gone: npm hands a signal to that shell, which
 * dies of it without telling anybody. Returns the function that ends the watch.
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
 * Runs a command and resolves to its exit code, or 128 and the signal's number. Signals that this process receives
 * meanwhile are handed on, so nothing is left behind.
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
    // Ctrl-C in a terminal reaches the child by itself; twice would mean "at once" to it.
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
