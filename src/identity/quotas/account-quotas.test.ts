import { expect } from 'vitest';
import { rowId } from '../../storage/row-id.ts';
import type { Storage } from '../../storage/storage.ts';
import { testOnBothEngines } from '../../storage/testing.ts';
import { problemOf } from '../testing.ts';
import { type Cost, createAccountQuotas, type QuotaLimits } from './account-quotas.ts';

const hourMs = 60 * 60_000;
const limits: QuotaLimits = {
  textBytes: 1_000,
  writtenBytesPerDay: 100,
  blogsPerDay: 2,
  commentsPerDay: 3,
};

async function start(storage: Storage) {
  const clock = { now: 1_700_000_000_000 };
  const quotas = createAccountQuotas({ limits, now: () => clock.now });
  const id = rowId();
  await storage.write(({ db }) =>
    db.insertInto('people').values({ id, name: 'Ada', created_at: 0 }).execute(),
  );
  const spend = (cost: Partial<Cost>) =>
    storage.write((write) =>
      quotas.within(write, id, { writtenBytes: 1, ...cost }, async () => 'done'),
    );
  return { clock, spend };
}

testOnBothEngines(
  'a used-up daily quota refuses with the time until the next day',
  async ({ storage }) => {
    const { clock, spend } = await start(storage);
    await spend({ blogs: 1 });
    clock.now += 2.5 * hourMs;
    await spend({ blogs: 1 });
    expect(await problemOf(spend({ blogs: 1 }))).toMatchObject({
      code: 'enough-for-today',
      status: 429,
      retryAfter: (21.5 * hourMs) / 1_000,
      message:
        'You have published as many blogs as one may in a day. Please try again in 22 hours.',
    });
    // Only the quota that is used up refuses, and a refused attempt counts nothing.
    for (let count = 0; count < 3; count += 1) await spend({ comments: 1 });
    await spend({ writtenBytes: 95 });
    expect(await problemOf(spend({ writtenBytes: 5 }))).toMatchObject({ status: 429 });
    clock.now += 21 * hourMs + 29.5 * 60_000;
    const problem = await problemOf(spend({ comments: 1 }));
    expect(problem.message).toMatch(/ Please try again in one minute\.$/);
    clock.now += (problem.retryAfter ?? 0) * 1_000;
    await spend({ blogs: 1, comments: 1, writtenBytes: 100 });
  },
);

testOnBothEngines('a clock that is a second behind starts no new day', async ({ storage }) => {
  const { clock, spend } = await start(storage);
  for (let count = 0; count < 2; count += 1) await spend({ blogs: 1 });
  clock.now -= 1_000;
  expect(await problemOf(spend({ blogs: 1 }))).toMatchObject({ code: 'enough-for-today' });
});

testOnBothEngines(
  'use counted by a clock that was far ahead refuses nothing later',
  async ({ storage }) => {
    const { clock, spend } = await start(storage);
    clock.now += 400 * 24 * hourMs;
    for (let count = 0; count < 2; count += 1) await spend({ blogs: 1 });
    clock.now -= 400 * 24 * hourMs;
    await spend({ blogs: 1 });
  },
);
