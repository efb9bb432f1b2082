/**
 * Preloaded into the site by `--import`: measures how long its event loop is blocked. A turn of the loop is measured by
 * the main thread's processor time, so that other load on the machine raises no false alarm.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds, of the longest turn since the meter was read. */
export interface LoopReading {
  /** Processor time of the main thread: no other request was served for at least that long. */
  readonly heldMs: number;
}

const stepMs = 5;

function start(socketPath: string): void {
  let heldMs = 0;
  let cpu = process.threadCpuUsage();
  const look = () => {
    const used = process.threadCpuUsage(cpu);
    heldMs = Math.max(heldMs, (used.user + used.system) / 1_000);
    cpu = process.threadCpuUsage();
  };
  setInterval(look, stepMs).unref();
  rmSync(socketPath, { force: true });
  createServer((socket) => {
    socket.on('error', () => {});
    look();
    socket.end(JSON.stringify({ heldMs } satisfies LoopReading));
    heldMs = 0;
    cpu = process.threadCpuUsage();
  })
    .listen(socketPath)
    .unref();
}

const { FUZZ_METER } = process.env;
if (isMainThread && FUZZ_METER) start(FUZZ_METER);
