import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../test/free-port.ts';
import { undoneAtExit } from '../../../test/undone-at-exit.ts';
import type { Contestant, Measurement } from '../contest.ts';
import { captureReply } from '../load/captured-reply.ts';
import { plainProgram } from '../load/plain-replies.ts';
import type { SiteProgram } from '../places.ts';

const answersWithinMs = 60_000;
/** Pause between connection attempts: a small part of plain Node's start time. */
const retryMs = 2;

/** Milliseconds from the start of the process to the last byte of its first Home. */
async function timeToFirstHome(program: (port: number) => SiteProgram): Promise<number> {
  const port = await freePort();
  const { command, variables } = program(port);
  const [file = '', ...parameters] = command;
  const began = performance.now();
  const child = spawn(file, parameters, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const isGone = undoneAtExit(() => child.kill('SIGKILL'));
  try {
    while (performance.now() - began < answersWithinMs && child.exitCode === null) {
      const reply = await captureReply(`http://127.0.0.1:${port}`, '/').catch(() => undefined);
      if (reply?.status === 200) return performance.now() - began;
      await wait(retryMs);
    }
    throw new Error(`${command.join(' ')} never answered.`);
  } finally {
    child.kill();
    await ended;
    isGone();
  }
}

const id = 'start';

export const startOfProcess: Measurement = {
  lines: [
    {
      id,
      title: 'Start of the process to the first Home',
      unit: 'ms',
      goal: { atMost: 350 },
    },
  ],
  isInGate: true,
  async prepare({ editions, site }) {
    const contestants: Contestant[] = [];
    const plain: ReturnType<typeof plainProgram>[] = [];
    for (const edition of editions) {
      const running = await site(edition, 'sqlite');
      const program = plainProgram([await captureReply(running.origin, '/')]);
      plain.push(program);
      contestants.push(
        { edition, sample: async () => ({ [id]: await timeToFirstHome(running.another) }) },
        {
          edition,
          isBaseline: true,
          sample: async () => ({
            [id]: await timeToFirstHome((port) => ({
              command: program.command(port),
              variables: {},
            })),
          }),
        },
      );
    }
    // Loads the files from disk into the system's cache.
    for (const { sample } of contestants) await sample();
    return {
      contestants,
      async close() {
        for (const { remove } of plain) remove();
      },
    };
  },
};
