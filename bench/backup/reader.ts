import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Between two readings: a few hundred in the time of a backup. */
const pauseMs = 10;

/** Somebody who opens Home again and again, and notes how long that took. */
export function startReader(port: number): { end(): Promise<string> } {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let isEnding = false;

  function read(): Promise<void> {
    return new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/', agent }, (response) => {
        response.resume().once('end', resolve).once('error', reject);
      }).once('error', reject);
    });
  }

  async function readOn(): Promise<void> {
    while (!isEnding) {
      const startedAt = performance.now();
      await read();
      times.push(performance.now() - startedAt);
      await wait(pauseMs);
    }
  }

  const reading = readOn();
  return {
    /** Half of the waits, all but one of a hundred, and all were as short; in milliseconds. */
    async end() {
      isEnding = true;
      await reading;
      agent.destroy();
      times.sort((one, other) => one - other);
      const at = (share: number) =>
        times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
      return [0.5, 0.99, 1].map((share) => at(share).toFixed(1)).join(', ');
    },
  };
}
