import { expect } from 'vitest';
import { createRateLimiter } from '../platform/http/rate-limit.ts';
import { createRateStore } from './rate-store.ts';
import { testOnEachEngine } from './testing.ts';

const rule = { name: 'comment', limit: 9, perMs: 30_000 };

testOnEachEngine('processes count together, however much happens at once', async (database) => {
  const clock = { time: 1_700_000_010_000 };
  const now = () => clock.time;
  const limiters = [database.storage, await database.open()].map((storage) =>
    createRateLimiter({ store: createRateStore(storage, now), factor: 1, now }),
  );
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => limiters[index % 2]?.take(rule, 'ada')),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  for (const limiter of limiters) {
    await expect(limiter.assertRoom(rule, 'ada')).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    await limiter.assertRoom(rule, 'ben');
  }
});

testOnEachEngine('counts that say nothing any more are gone', async ({ storage }) => {
  const clock = { time: 1_700_000_010_000 };
  const now = () => clock.time;
  const store = createRateStore(storage, now);
  const limiter = createRateLimiter({ store, factor: 1, now });
  await limiter.take(rule, 'ada');
  expect(await store.read('comment ada')).toMatchObject({ current: 1 });
  clock.time += 60_000;
  await limiter.take(rule, 'ben');
  expect(await store.read('comment ada')).toBeUndefined();
  expect(await store.read('comment ben')).toMatchObject({ current: 1, previous: 0 });
});
