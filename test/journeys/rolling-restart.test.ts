// @module-tag slow
import { expect, onTestFinished, test } from 'vitest';
import { startSite } from '../running-site.ts';

const visitorsAtOnce = 4;
/** Four processes are started one after the other. */
const patienceMs = 120_000;

test(
  'at SIGHUP each process is replaced by a new one, and no request fails',
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

test(
  'a site that is asked to stop while its processes are replaced stops, and starts none',
  async () => {
    const site = await startSite({ WORKERS: '2', DEMO: 'off' });
    onTestFinished(() => site.stop());
    // A retiring process answers `Connection: close` on a connection that it already had.
    const isRetiring = async () => {
      const replies = Array.from({ length: visitorsAtOnce }, () => fetch(`${site.url}/readyz`));
      const connections = (await Promise.all(replies)).map(async (reply) => {
        await reply.arrayBuffer();
        return reply.headers.get('connection');
      });
      return (await Promise.all(connections)).includes('close');
    };
    await isRetiring();
    site.signal('SIGHUP');
    await expect.poll(isRetiring, { timeout: patienceMs, interval: 20 }).toBe(true);
    await site.stop();
    expect(site.output()).not.toContain('replaced');
  },
  patienceMs,
);
