import { expect } from 'vitest';
import { testOnBothEngines } from '../testing.ts';
import { takeLease } from './lease.ts';

const started = Date.UTC(2026, 10, 24);

testOnBothEngines(
  'a lease has one holder, even if another process’s clock is a little behind',
  async ({ open }) => {
    const [one, other] = [await open(), await open()];
    const at = (time: number) => ({ now: () => started + time, onError() {} });
    const held = await takeLease(one, 'job', at(0));
    // The process that reads its clock first may write last.
    for (const behind of [0, 1, 1_000]) {
      expect(await takeLease(other, 'job', at(-behind)), `${behind} ms behind`).toBeUndefined();
    }
    expect(await takeLease(other, 'another job', at(0))).toBeDefined();
    await held?.release();
    expect(await takeLease(other, 'job', at(1))).toBeDefined();
  },
);

testOnBothEngines(
  'the lease of a dead process expires after a minute, or at once if its expiry is too far ahead',
  async ({ open }) => {
    const [one, other] = [await open(), await open()];
    const at = (time: number) => ({ now: () => started + time, onError() {} });
    await takeLease(one, 'job', at(0));
    expect(await takeLease(other, 'job', at(59_999))).toBeUndefined();
    const next = await takeLease(other, 'job', at(60_000));
    expect(next).toBeDefined();
    expect(await takeLease(one, 'job', at(-86_400_000))).toBeDefined();
    // A former holder's release does not end the lease of the present holder.
    await next?.release();
    expect(await takeLease(other, 'job', at(-86_400_000))).toBeUndefined();
  },
);
