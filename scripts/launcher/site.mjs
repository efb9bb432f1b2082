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

/**
 * Settings of glibc's memory allocator for the site's process; other systems ignore them. By default it keeps what is
 * freed between longer-lived blocks: of 207 MiB that it took for 5,000 posts, 118 were free. With these each block from
 * 32 KiB on, such as a page's body, is mapped on its own and given back when it is freed, and all threads but the main
 * one share a pool.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const siteVariables = { MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_ARENA_MAX: '2' };
