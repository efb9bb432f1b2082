import { availableParallelism, totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';

const mebibyte = 1_024 * 1_024;
/** What a process may hold under load (docs/performance.md), 256 MiB, and the largest picture while it makes that ready. */
const each = 640 * mebibyte;
/** Each keeps up to 11 connections to PostgreSQL, which takes a hundred unless it is told otherwise. */
const most = 8;

/** Bytes that this process and its children may have: the machine's, or its container's where that is less. */
export function memoryOfMachine(): number {
  const limit = constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** How many processes serve a site that says nothing of it: one a core, as far as the memory goes. */
export function defaultWorkers(
  cores: number = availableParallelism(),
  memory: number = memoryOfMachine(),
): number {
  return Math.max(1, Math.min(cores, most, Math.floor(memory / each)));
}
