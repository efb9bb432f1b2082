import { expect, test } from 'vitest';
import { createRemaking, mostUsed, type TouchedPage } from './remaking.ts';
import { createManualClock } from './testing.ts';

function start(isNoted?: () => boolean) {
  const clock = createManualClock();
  const remaking = createRemaking(clock, isNoted);
  const made: string[] = [];
  const page = (name: string, hits: number, ms = 0): TouchedPage => ({
    name,
    hits,
    async make() {
      made.push(name);
      clock.time += ms;
    },
  });
  return { clock, remaking, made, page };
}

test('dropped pages are made again one at a time, the most used first', async () => {
  const { clock, remaking, made, page } = start();
  remaking.add([page('a', 1), page('b', 3)]);
  remaking.add([page('c', 2)]);
  expect(made).toEqual([]);
  await clock.runNext();
  expect(made).toEqual(['b']);
  await clock.runNext();
  await clock.runNext();
  expect(made).toEqual(['b', 'c', 'a']);
  await clock.runNext();
  expect(clock.next).toBeUndefined();
});

test('a page that is touched again keeps its place among the most used', async () => {
  const { clock, remaking, made, page } = start();
  remaking.add([page('a', 3), page('b', 2)]);
  remaking.add([page('a', 0)]);
  await clock.runNext();
  expect(made).toEqual(['a']);
});

test('a page is made again once the store has noted the change, or does not note it in time', async () => {
  let isNoted = false;
  const { clock, remaking, made, page } = start(() => isNoted);
  remaking.add([page('a', 2), page('b', 1)]);
  await clock.runNext();
  expect(made).toEqual([]);
  isNoted = true;
  await clock.runNext();
  expect(made).toEqual(['a']);
  isNoted = false;
  await clock.runNext();
  expect(made).toEqual(['a']);
  while (clock.next) await clock.runNext();
  expect(made).toEqual(['a', 'b']);
});

test('during many edits, pages are made again for a twentieth of the time', async () => {
  const { clock, remaking, made, page } = start();
  for (let edit = 0; edit < 100; edit += 1) {
    remaking.add(Array.from({ length: 50 }, (_, index) => page(`p${index}`, index, 10)));
    await clock.runNext();
  }
  const [settle = 0, ...rests] = clock.waits;
  expect(settle).toBeLessThan(1_000);
  expect(made).toHaveLength(100);
  for (const rest of rests) expect(rest).toBeCloseTo(190);
});

test('of 5,000 dropped pages, only the eight most used are made again', async () => {
  const { clock, remaking, made, page } = start();
  remaking.add(Array.from({ length: 5_000 }, (_, index) => page(`p${index}`, index)));
  while (clock.next) await clock.runNext();
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((place) => `p${5_000 - place}`));
});

test('while requests keep the process busy, no page is made again', async () => {
  const { clock, remaking, made, page } = start();
  clock.busy = 0.9;
  remaking.add([page('a', 1)]);
  await clock.runNext();
  await clock.runNext();
  expect(made).toEqual([]);
  clock.busy = 0.1;
  await clock.runNext();
  expect(made).toEqual(['a']);
});

test('a page that fails does not hold up the next one', async () => {
  const { clock, remaking, made, page } = start();
  remaking.add([
    { name: 'broken', hits: 2, make: () => Promise.reject(new Error('broken')) },
    page('a', 1),
  ]);
  await clock.runNext();
  await clock.runNext();
  expect(made).toEqual(['a']);
});

test('after close, no page is made again', async () => {
  const { clock, remaking, made, page } = start();
  remaking.add([page('a', 1)]);
  remaking.close();
  remaking.add([page('b', 1)]);
  await clock.runNext();
  expect(made).toEqual([]);
});

test('mostUsed returns the most used pages in order', () => {
  const pages = [5, 1, 4, 4, 9, 0].map((hits) => ({ hits }));
  expect(mostUsed(pages, 3).map(({ hits }) => hits)).toEqual([9, 5, 4]);
  expect(mostUsed([], 3)).toEqual([]);
});
