import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldTimeOf, readFieldTime, shortTimeOf } from './local-time.ts';

const { TZ } = process.env;
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterAll(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const now = Date.UTC(2026, 10, 22, 12);

test('a date and time are read in the time zone of the device', () => {
  expect(readFieldTime('2026-12-01T08:30', now)).toEqual({ time: Date.UTC(2026, 11, 1, 7, 30) });
  expect(readFieldTime('2027-06-01T08:30', now)).toEqual({ time: Date.UTC(2027, 5, 1, 6, 30) });
  expect(fieldTimeOf(Date.UTC(2027, 5, 1, 6, 30))).toBe('2027-06-01T08:30');
});

test('an hour skipped by daylight saving time is refused, and a repeated one is the first', () => {
  expect(readFieldTime('2027-03-28T02:30', now)).toEqual({
    refusal: 'There is no such time on that day: the clocks are set forward then.',
  });
  expect(readFieldTime('2027-03-28T03:00', now)).toEqual({ time: Date.UTC(2027, 2, 28, 1) });
  expect(readFieldTime('2027-10-31T02:30', now)).toEqual({ time: Date.UTC(2027, 9, 31, 0, 30) });
});

test.each([
  ['', 'Please choose a date and a time.'],
  ['2026-11-22T12:59', 'This time has passed. Please choose one that is yet to come.'],
  ['2200-01-01T00:00', 'Please choose a time within a year.'],
])('the time %j is refused: %s', (value, refusal) => {
  expect(readFieldTime(value, now)).toEqual({ refusal });
});

test("a scheduled time is shown in the device's time zone, with the year if it is not the current one", () => {
  expect(shortTimeOf(Date.UTC(2026, 10, 25, 8), now)).toBe('November 25 at 9:00 AM');
  expect(shortTimeOf(Date.UTC(2027, 5, 1, 6, 5), now)).toBe('June 1, 2027 at 8:05 AM');
});
