import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Pause between two requests: a few hundred fit into the time of a backup. */
const pauseMs = 10;

/** Requests Home again and again and records the response times. */
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
    /** Median, 99th percentile and maximum in milliseconds. */
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
