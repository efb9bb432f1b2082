import { expect } from 'vitest';
import { Problem } from '../../platform/contract/problems.ts';
import type { RateLimiter, RateRule } from '../../platform/http/answers/rate-limit.ts';
import type { Storage } from '../storage.ts';
import { testOnBothEngines } from '../testing.ts';
import { createRateLimiter } from './rate-limiter.ts';

const rule: RateRule = { name: 'comment', limit: 9, perMs: 30_000 };
const other: RateRule = { name: 'failures', limit: 20, perMs: 3_600_000 };
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const waiting: RateRule = {
  name: 'account',
  limit: 5,
  perMs: dayMs,
  backOff: { firstMs: 10 * minuteMs, longestMs: dayMs },
};
const refused = expect.objectContaining({ code: 'too-many-requests' });

function start(storage: Storage, factor = 1) {
  const clock = { time: 1_700_000_010_000 };
  const now = () => clock.time;
  return { clock, now, limiter: createRateLimiter({ storage, factor, now }) };
}

async function takeMany(limiter: RateLimiter, count: number, who = 'ann') {
  for (let i = 0; i < count; i += 1) await limiter.take(rule, who);
}

/** The `retryAfter` seconds of a refused attempt; undefined if it was allowed. */
async function waitOf(attempt: Promise<void>): Promise<number | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.retryAfter;
    throw error;
  }
}

testOnBothEngines(
  'attempts up to the limit are allowed, and the next is refused with the time to wait',
  async ({ storage }) => {
    const { limiter } = start(storage);
    await takeMany(limiter, 9);
    expect(await waitOf(limiter.take(rule, 'ann'))).toBe(30);
  },
);

testOnBothEngines('after the time to wait, one more attempt is allowed', async ({ storage }) => {
  const { limiter, clock } = start(storage);
  for (let i = 0; i < 9; i += 1) {
    await limiter.take(rule, 'ann');
    clock.time += 2_000;
  }
  const seconds = (await waitOf(limiter.take(rule, 'ann'))) ?? 0;
  expect(seconds).toBe(12);
  clock.time += seconds * 1_000;
  await limiter.take(rule, 'ann');
  await expect(limiter.take(rule, 'ann')).rejects.toEqual(refused);
});

testOnBothEngines('no window of thirty seconds allows more than the limit', async ({ storage }) => {
  const { limiter, clock } = start(storage);
  clock.time = 30_000 * 1_000_000;
  await limiter.take(rule, 'ann');
  clock.time += 29_999;
  await takeMany(limiter, 8);
  clock.time += 2;
  await limiter.take(rule, 'ann');
  await expect(limiter.take(rule, 'ann')).rejects.toEqual(refused);
});

testOnBothEngines('after a long pause, the whole limit is available again', async ({ storage }) => {
  const { limiter, clock } = start(storage);
  await takeMany(limiter, 9);
  clock.time += 60_000;
  await takeMany(limiter, 9);
});

testOnBothEngines('people and rules are counted separately', async ({ storage }) => {
  const { limiter } = start(storage);
  await takeMany(limiter, 9);
  await limiter.take(rule, 'ben');
  await limiter.take({ ...rule, name: 'sign-up' }, 'ann');
});

testOnBothEngines(
  'assertRoom counts no attempt and refuses when the limit is used up',
  async ({ storage }) => {
    const { limiter } = start(storage);
    for (let i = 0; i < 20; i += 1) await limiter.assertRoom(rule, 'ann');
    await takeMany(limiter, 9);
    await expect(limiter.assertRoom(rule, 'ann')).rejects.toEqual(refused);
  },
);

testOnBothEngines('refused attempts are not counted and cause no write', async ({ storage }) => {
  const { limiter, clock, now } = start(storage);
  await takeMany(limiter, 9);
  let writes = 0;
  const counting = createRateLimiter({
    storage: {
      ...storage,
      write(work) {
        writes += 1;
        return storage.write(work);
      },
    },
    factor: 1,
    now,
  });
  for (let i = 0; i < 50; i += 1) expect(await waitOf(counting.take(rule, 'ann'))).toBe(30);
  expect(writes).toBe(0);
  clock.time += 30_000;
  await takeMany(limiter, 9);
});

testOnBothEngines('concurrent attempts in several processes share one limit', async (database) => {
  const { storage } = database;
  const { limiter, now } = start(storage);
  const limiters = [
    limiter,
    createRateLimiter({ storage: await database.open(), factor: 1, now }),
  ] as const;
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => limiters[index % 2 ? 1 : 0].take(rule, 'ada')),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  for (const one of limiters) {
    await expect(one.assertRoom(rule, 'ada')).rejects.toEqual(refused);
    await one.assertRoom(rule, 'ben');
  }
});

testOnBothEngines('the factor scales the limit, and 0 switches it off', async ({ storage }) => {
  const doubled = start(storage, 2);
  await takeMany(doubled.limiter, 18);
  await expect(doubled.limiter.take(rule, 'ann')).rejects.toEqual(refused);
  const off = start(storage, 0).limiter;
  await takeMany(off, 100);
  await off.assertRoom(rule, 'ann');
  await off.giveBack([[rule, 'ann']]);
});

testOnBothEngines('takeAll counts all of its rules or none', async ({ storage }) => {
  const { limiter } = start(storage);
  await takeMany(limiter, 8);
  await limiter.takeAll([
    [other, 'net'],
    [rule, 'ann'],
  ]);
  for (let i = 0; i < 30; i += 1) {
    const both = limiter.takeAll([
      [other, 'net'],
      [rule, 'ann'],
    ]);
    await expect(both).rejects.toEqual(refused);
  }
  for (let i = 0; i < 19; i += 1) await limiter.take(other, 'net');
  await expect(limiter.take(other, 'net')).rejects.toEqual(refused);
});

testOnBothEngines('an attempt that is given back does not count', async ({ storage }) => {
  const { limiter } = start(storage);
  for (let i = 0; i < 20; i += 1) {
    await limiter.takeAll([
      [waiting, 'ann net'],
      [rule, 'ann'],
    ]);
    await limiter.giveBack([
      [waiting, 'ann net'],
      [rule, 'ann'],
    ]);
  }
  await takeMany(limiter, 9);
  for (let i = 0; i < 5; i += 1) await limiter.take(waiting, 'ann net');
  await expect(limiter.take(waiting, 'ann net')).rejects.toEqual(refused);
});

testOnBothEngines(
  'the backoff starts after the free attempts and doubles up to a day',
  async ({ storage }) => {
    const { limiter, clock } = start(storage);
    for (let i = 0; i < 5; i += 1) await limiter.take(waiting, 'ann net');
    const waits: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      const seconds = (await waitOf(limiter.take(waiting, 'ann net'))) ?? 0;
      waits.push(seconds / 60);
      clock.time += seconds * 1_000;
      await limiter.take(waiting, 'ann net');
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440]);
    clock.time += 2 * dayMs;
    for (let i = 0; i < 5; i += 1) await limiter.take(waiting, 'ann net');
  },
);

testOnBothEngines(
  'forgetAll resets all counts that begin with a name, and giveBack one exact count',
  async ({ storage }) => {
    const { limiter } = start(storage);
    for (const who of ['ann net', 'ann other', 'anna net']) {
      for (let i = 0; i < 5; i += 1) await limiter.take(waiting, who);
    }
    await limiter.forgetAll(waiting, 'ann');
    await limiter.take(waiting, 'ann net');
    await limiter.take(waiting, 'ann other');
    await expect(limiter.take(waiting, 'anna net')).rejects.toEqual(refused);
    await limiter.giveBack([], [[waiting, 'anna net']]);
    await limiter.take(waiting, 'anna net');
  },
);

testOnBothEngines('concurrent attempts are counted in a few shared writes', async ({ storage }) => {
  let writes = 0;
  const limiter = createRateLimiter({
    storage: {
      ...storage,
      write(work, options) {
        writes += 1;
        return storage.write(work, options);
      },
    },
    factor: 1,
    now: start(storage).now,
  });
  // Twenty guesses at once from each of five networks, at as many accounts.
  const guesses = Array.from({ length: 100 }, (_, index) =>
    waitOf(
      limiter.takeAll([
        [waiting, `account${index} net`],
        [other, `net${index % 5}`],
      ]),
    ),
  );
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([undefined]));
  // The size of a batch depends on how fast the database answers the check for room.
  expect(writes).toBeLessThan(guesses.length / 5);
  for (let net = 0; net < 5; net += 1) {
    await expect(limiter.assertRoom(other, `net${net}`)).rejects.toEqual(refused);
  }
});

testOnBothEngines(
  'a failed write fails the attempts of its batch and no later ones',
  async (database) => {
    const { storage } = database;
    let isBroken = true;
    const limiter = createRateLimiter({
      storage: {
        ...storage,
        write: (work, options) =>
          isBroken ? Promise.reject(new Error('broken')) : storage.write(work, options),
      },
      factor: 1,
    });
    const failed = await Promise.allSettled([1, 2].map(() => limiter.take(rule, 'ann')));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    await takeMany(limiter, 9);
  },
);

testOnBothEngines(
  'counts from a clock that was far ahead do not limit later attempts',
  async ({ storage }) => {
    const { limiter, clock } = start(storage);
    clock.time += 400 * dayMs;
    await takeMany(limiter, 9);
    for (let i = 0; i < 8; i += 1) await limiter.take(waiting, 'ann net').catch(() => {});
    clock.time -= 400 * dayMs;
    await takeMany(limiter, 9);
    for (let i = 0; i < 5; i += 1) await limiter.take(waiting, 'ann net');
  },
);

testOnBothEngines('no e-mail or network address is stored in the database', async ({ storage }) => {
  const { limiter } = start(storage);
  await limiter.take(waiting, 'ann@example.org 192.0.2.0/24');
  const rows = await storage.reader.selectFrom('counted_tries').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/ann|192\.0/);
});
