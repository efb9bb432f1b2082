import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const roomNeeded = 2 ** 30;

/**
 * Where tests put what lives for seconds: in memory, where there is a gigabyte of that, else the usual folder. Nothing
 * waits for a disk there, and nothing else about a database changes. Programs may not be run from it everywhere.
 */
export function fastFolder(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= roomNeeded ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
