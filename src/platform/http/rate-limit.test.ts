import { expect, test } from 'vitest';
import { createMemoryRateStore, createRateLimiter, type RateRule } from './rate-limit.ts';

const rule: RateRule = { name: 'comment', limit: 9, perMs: 30_000 };
const refused = expect.objectContaining({ code: 'too-many-requests' });

function start(factor = 1) {
  const clock = { time: 1_700_000_010_000 };
  const now = () => clock.time;
  const store = createMemoryRateStore(now);
  return { clock, store, limiter: createRateLimiter({ store, factor, now }), now };
}

async function takeMany(limiter: ReturnType<typeof start>['limiter'], count: number, who = 'ann') {
  for (let i = 0; i < count; i++) await limiter.take(rule, who);
}

async function waitOf(attempt: Promise<void>): Promise<number | undefined> {
  return attempt.then(
    () => undefined,
    (error) => error.retryAfter,
  );
}

test('as many as the limit pass and the next is refused with the time to wait', async () => {
  const { limiter } = start();
  await takeMany(limiter, 9);
  expect(await waitOf(limiter.take(rule, 'ann'))).toBeGreaterThan(0);
});

test('after the time that was told, one more passes', async () => {
  const { limiter, clock } = start();
  await takeMany(limiter, 9);
  const seconds = (await waitOf(limiter.take(rule, 'ann'))) ?? 0;
  clock.time += seconds * 1_000;
  await limiter.take(rule, 'ann');
  await expect(limiter.take(rule, 'ann')).rejects.toEqual(refused);
});

test('the next window brings no full second share at once', async () => {
  const { limiter, clock } = start();
  clock.time = 30_000 * 1_000_000 - 1;
  await takeMany(limiter, 9);
  clock.time += 2;
  await expect(limiter.take(rule, 'ann')).rejects.toEqual(refused);
});

test('long after, the whole limit is there again', async () => {
  const { limiter, clock } = start();
  await takeMany(limiter, 9);
  clock.time += 60_000;
  await takeMany(limiter, 9);
});

test('people and rules are counted apart', async () => {
  const { limiter } = start();
  await takeMany(limiter, 9);
  await limiter.take(rule, 'ben');
  await limiter.take({ ...rule, name: 'sign-up' }, 'ann');
});

test('looking for room counts nothing and refuses where there is none', async () => {
  const { limiter } = start();
  for (let i = 0; i < 20; i++) await limiter.assertRoom(rule, 'ann');
  await takeMany(limiter, 9);
  await expect(limiter.assertRoom(rule, 'ann')).rejects.toEqual(refused);
});

test('refused attempts are not counted', async () => {
  const { limiter, clock } = start();
  await takeMany(limiter, 9);
  for (let i = 0; i < 50; i++) await waitOf(limiter.take(rule, 'ann'));
  clock.time += 60_000;
  await takeMany(limiter, 9);
});

test('two limiters over one store count together', async () => {
  const { limiter, store, now } = start();
  const other = createRateLimiter({ store, factor: 1, now });
  await takeMany(limiter, 5);
  await takeMany(other, 4);
  await expect(limiter.take(rule, 'ann')).rejects.toEqual(refused);
});

test('the factor scales the limit, and 0 switches it off', async () => {
  const doubled = start(2);
  await takeMany(doubled.limiter, 18);
  await expect(doubled.limiter.take(rule, 'ann')).rejects.toEqual(refused);
  await takeMany(start(0).limiter, 100);
});

test('the counts of many different people stay bounded', async () => {
  const { limiter, store } = start();
  await takeMany(limiter, 9, 'first');
  for (let i = 0; i < 10_000; i++) await limiter.take(rule, `p${i}`);
  expect(await store.read('comment first')).toBeUndefined();
  expect(await store.read('comment p9999')).toMatchObject({ current: 1 });
});
