import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { captureReply, type RequestHeaders } from './captured-reply.ts';

/** Longer than the delay before finished pages are written to disk. */
const writingMs = 3_000;

/** Requests one path after the other. Returns the times in milliseconds. Throws if a reply isn't a success. */
export async function readEach(
  origin: string,
  paths: readonly string[],
  headers: RequestHeaders = {},
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (const each of paths) {
    const began = performance.now();
    const { status } = await captureReply(origin, each, { headers, agent });
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`${each} answers ${status}.`);
  }
  agent.destroy();
  return times;
}

/** Makes a site render each of its pages and write them to disk: under load it writes none. */
export async function warmPageCache(
  origin: string,
  paths: readonly string[],
  headers?: RequestHeaders,
): Promise<void> {
  await readEach(origin, paths, headers);
  await wait(writingMs);
}
