import { availableParallelism, totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';

const mebibyte = 1_024 * 1_024;
/** Memory of a process under load (docs/performance.md), 256 MiB, plus processing the largest picture. */
const each = 640 * mebibyte;
/** Each process has up to 11 connections to PostgreSQL, whose default maximum is 100. */
const most = 8;

/** Memory available to this process and its children: the machine's, or its container's limit where that is less. */
export function memoryOfMachine(): number {
  const limit = constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Default number of processes: one per core, limited by memory. */
export function defaultWorkers(
  cores: number = availableParallelism(),
  memory: number = memoryOfMachine(),
): number {
  return Math.max(1, Math.min(cores, most, Math.floor(memory / each)));
}
