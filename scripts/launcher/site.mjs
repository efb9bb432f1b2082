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
  inProject('dist', 'server', 'start.js'),
];
