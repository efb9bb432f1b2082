import { inProject } from './project.mjs';

/**
 * What the built site is run with: options of Node, and the file.
 *
 * @type {readonly string[]}
 */
export const siteCommand = [
  // MiB for each half of the space for new objects. Node begins with one, which a start fills seven times, and grows it to
  // 32 under load; a quarter of that served as many requests, as measured.
  '--min-semi-space-size=4',
  '--max-semi-space-size=8',
  // Old objects are collected when they have doubled, not quadrupled: a quarter less memory under load, for a tenth more
  // time of what renders pages, as measured; kept pages are no objects of the heap.
  '--heap-growing-percent=100',
  inProject('dist', 'server', 'start.js'),
];
