import { expect, test } from 'vitest';
import { Problem } from '../../../../platform/contract/problems.ts';
import { createHashQueue, type Requester } from './hash-queue.ts';

const stranger = (network: string): Requester => ({ network, isKnown: false });

/** A queue whose one core is held until the test lets it go; what ran then, and what was sent away, by name. */
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

test('networks take turns, however many of their requests wait', async () => {
  const queue = startQueue(200);
  for (let count = 0; count < 100; count += 1) queue.ask('flood', stranger('a'));
  queue.ask('one', stranger('b'));
  queue.ask('two', stranger('c'));
  await queue.letGo();
  expect(queue.ran.slice(0, 3)).toEqual(['flood', 'one', 'two']);
  expect(queue.ran).toHaveLength(102);
});

test('a full queue sends away whom a network has too many of, and never the one of another', async () => {
  const queue = startQueue(10);
  for (let count = 0; count < 20; count += 1) queue.ask('flood', stranger('a'));
  queue.ask('one', stranger('b'));
  await queue.letGo();
  expect(queue.ran).toContain('one');
  expect(queue.ran).toHaveLength(10);
  expect(queue.refused).toEqual(Array(11).fill('flood'));
});

test('where as many networks wait as there are places, an owner known there still has a turn', async () => {
  const queue = startQueue(10);
  for (let count = 0; count < 20; count += 1) queue.ask(`n${count}`, stranger(`n${count}`));
  queue.ask('late stranger', stranger('late'));
  queue.ask('owner', { network: 'home', isKnown: true });
  await queue.letGo();
  expect(queue.ran.indexOf('owner')).toBeLessThan(2);
  expect(queue.refused).toContain('late stranger');
});

test('what fails gives its core back', async () => {
  const queue = createHashQueue({ atOnce: 1, waitingMax: 1 });
  const failing = queue.run(stranger('a'), () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await queue.run(stranger('a'), async () => 'next')).toBe('next');
});
