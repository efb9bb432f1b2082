/**
 * A child process for tests that stops on a signal, or hangs while stopping; it prints a line when it is ready and when
 * it stops.
 */
import { createServer } from 'node:http';
import { stopOnSignal } from './graceful-close.ts';

const server = createServer().listen(0, '127.0.0.1', () => process.stdout.write('ready\n'));
stopOnSignal(
  async () => {
    process.stdout.write('stopping\n');
    if (process.argv[2] === 'hangs') await new Promise(() => {});
    server.close();
  },
  (error) => process.stderr.write(`${error}\n`),
  // Any later signal counts as a second one.
  0,
);
