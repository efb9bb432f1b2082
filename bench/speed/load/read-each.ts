import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { captureReply, type RequestHeaders } from './captured-reply.ts';

/** Longer than finished pages wait to be written to the disk. */
const writingMs = 3_000;

/** Asks for each, waiting for one before the next. Returns milliseconds. Throws where one isn't a success. */
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

/** Has a site make each of its pages and write them: one that is too busy writes none. */
export async function haveWritten(
  origin: string,
  paths: readonly string[],
  headers?: RequestHeaders,
): Promise<void> {
  await readEach(origin, paths, headers);
  await wait(writingMs);
}
