import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 250;

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** @param {string} file */
function tryToTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function isHeld(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // A holder that has just created the file hasn't written its process id yet.
    if (holder > 0) process.kill(holder, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Runs `work` while no other process of this project holds the same lock. The lock of a dead process counts as free.
 *
 * @template T
 * @param {string} file
 * @param {string} waitingMessage printed once, if the lock is held
 * @param {() => T | Promise<T>} work
 */
export async function withLock(file, waitingMessage, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let isFirst = true; !tryToTake(file); isFirst = false) {
    if (!isHeld(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (isFirst) console.log(waitingMessage);
    await wait(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
