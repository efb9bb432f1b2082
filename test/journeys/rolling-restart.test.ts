import { expect, onTestFinished, test } from 'vitest';
import { startSite } from '../running-site.ts';

const visitorsAtOnce = 4;
/** Four processes are started, one after the other. */
const patienceMs = 120_000;

test(
  'at a SIGHUP each process is replaced by a new one, and no request is lost',
  async () => {
    const site = await startSite({ WORKERS: '2', DEMO: 'off' });
    onTestFinished(() => site.stop());
    const answers = new Map<number | string, number>();
    let isOver = false;
    const visit = async () => {
      while (!isOver) {
        const answer = await fetch(`${site.url}/readyz`).then(
          async (reply) => {
            await reply.arrayBuffer();
            return reply.status;
          },
          (error: unknown) => String(error),
        );
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    };
    const visits = Array.from({ length: visitorsAtOnce }, visit);
    site.signal('SIGHUP');
    await expect
      .poll(() => site.output(), { timeout: patienceMs })
      .toContain('Every process has been replaced.');
    isOver = true;
    await Promise.all(visits);
    expect([...answers.keys()]).toEqual([200]);
    expect(site.output().match(/ready at/g)).toHaveLength(1);
  },
  patienceMs,
);
