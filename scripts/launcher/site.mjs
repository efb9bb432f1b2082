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
  inProject('dist', 'server', 'start.js'),
];
