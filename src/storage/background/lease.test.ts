import { expect } from 'vitest';
import { testOnBothEngines } from '../testing.ts';
import { takeLease } from './lease.ts';

const started = Date.UTC(2026, 10, 24);

testOnBothEngines('a lease has one holder, whose clock may be a little ahead', async ({ open }) => {
  const [one, other] = [await open(), await open()];
  const at = (time: number) => ({ now: () => started + time, onError() {} });
  const held = await takeLease(one, 'job', at(0));
  // What looked at its clock first may write last.
  for (const behind of [0, 1, 1_000]) {
    expect(await takeLease(other, 'job', at(-behind)), `${behind} ms behind`).toBeUndefined();
  }
  expect(await takeLease(other, 'another job', at(0))).toBeDefined();
  await held?.release();
  expect(await takeLease(other, 'job', at(1))).toBeDefined();
});

testOnBothEngines(
  'what a process that died holds is free after a minute, or at once where its clock was wrong',
  async ({ open }) => {
    const [one, other] = [await open(), await open()];
    const at = (time: number) => ({ now: () => started + time, onError() {} });
    await takeLease(one, 'job', at(0));
    expect(await takeLease(other, 'job', at(59_999))).toBeUndefined();
    const next = await takeLease(other, 'job', at(60_000));
    expect(next).toBeDefined();
    expect(await takeLease(one, 'job', at(-86_400_000))).toBeDefined();
    // Whoever lost it takes nothing away from the one who has it now.
    await next?.release();
    expect(await takeLease(other, 'job', at(-86_400_000))).toBeUndefined();
  },
);
