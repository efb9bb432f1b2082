import { inProject } from './project.mjs';

/**
 * The command of the built site: options of Node, and the file.
 *
 * @type {readonly string[]}
 */
export const siteCommand = [
  // MiB for each half of the young generation. Node's initial size is one, which a start fills seven times, and it
  // grows to 32 under load; a quarter of that served as many requests, as measured.
  '--min-semi-space-size=4',
  '--max-semi-space-size=8',
  // Garbage collection of the old generation at double size instead of quadruple: a quarter less memory under load for
  // a tenth more rendering time, as measured. Cached pages are outside the heap.
  '--heap-growing-percent=100',
  inProject('dist', 'server', 'start.js'),
];
