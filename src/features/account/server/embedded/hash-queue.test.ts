import { expect, test } from 'vitest';
import { Problem } from '../../../../platform/contract/problems.ts';
import { createHashQueue, type Requester } from './hash-queue.ts';

const stranger = (network: string): Requester => ({ network, isKnown: false });

/** A queue with one slot that stays taken until `letGo`; records the names of the runs and of the refusals. */
function startQueue(waitingMax: number) {
  const queue = createHashQueue({ atOnce: 1, waitingMax });
  const ran: string[] = [];
  const refused: string[] = [];
  const all: Promise<void>[] = [];
  const gate = Promise.withResolvers<void>();
  all.push(queue.run(stranger('first'), () => gate.promise));
  return {
    ran,
    refused,
    ask(name: string, requester: Requester): void {
      const asked = queue.run(requester, async () => {
        ran.push(name);
      });
      all.push(
        asked.catch((error: unknown) => {
          expect(error).toBeInstanceOf(Problem);
          refused.push(name);
        }),
      );
    },
    async letGo(): Promise<void> {
      gate.resolve();
      await Promise.all(all);
    },
  };
}

test('networks take turns in the hash queue, however many requests each has waiting', async () => {
  const queue = startQueue(200);
  for (let count = 0; count < 100; count += 1) queue.ask('flood', stranger('a'));
  queue.ask('one', stranger('b'));
  queue.ask('two', stranger('c'));
  await queue.letGo();
  expect(queue.ran.slice(0, 3)).toEqual(['flood', 'one', 'two']);
  expect(queue.ran).toHaveLength(102);
});

test('a full hash queue drops requests of the network with the most waiting, never those of another network', async () => {
  const queue = startQueue(10);
  for (let count = 0; count < 20; count += 1) queue.ask('flood', stranger('a'));
  queue.ask('one', stranger('b'));
  await queue.letGo();
  expect(queue.ran).toContain('one');
  expect(queue.ran).toHaveLength(10);
  expect(queue.refused).toEqual(Array(11).fill('flood'));
});

test('an owner on a known network gets a turn when the hash queue is full of other networks', async () => {
  const queue = startQueue(10);
  for (let count = 0; count < 20; count += 1) queue.ask(`n${count}`, stranger(`n${count}`));
  queue.ask('late stranger', stranger('late'));
  queue.ask('owner', { network: 'home', isKnown: true });
  await queue.letGo();
  expect(queue.ran.indexOf('owner')).toBeLessThan(2);
  expect(queue.refused).toContain('late stranger');
});

test('a failed hash frees its slot in the queue', async () => {
  const queue = createHashQueue({ atOnce: 1, waitingMax: 1 });
  const failing = queue.run(stranger('a'), () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await queue.run(stranger('a'), async () => 'next')).toBe('next');
});
