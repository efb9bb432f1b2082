import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEventLoopFairness } from './event-loop-fairness.ts';

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** Submits these requests in one turn of the event loop; `a2` is the second request of network `a`. */
function askAtOnce(names: readonly string[], milliseconds: number) {
  const share = createEventLoopFairness();
  const begun: string[] = [];
  for (const name of names) {
    const begin = () => {
      begun.push(name);
      workFor(milliseconds);
    };
    share(begin, () => name.charAt(0));
  }
  return begun;
}

test('cheap requests start at once', () => {
  const names = Array.from({ length: 50 }, (_, index) => `a${index}`);
  expect(askAtOnce(names, 0)).toEqual(names);
});

test('expensive requests start one per turn, round-robin over their networks', async () => {
  const begun = askAtOnce(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'], 11);
  expect(begun).toEqual(['a1']);
  await turn();
  expect(begun).toEqual(['a1', 'a2']);
  while (begun.length < 7) await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('waiting requests share a turn until its budget is used up, their promise callbacks included', async () => {
  let time = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const share = createEventLoopFairness();
  const begun: string[] = [];
  const ask = (name: string, milliseconds: number) =>
    share(
      async () => {
        begun.push(name);
        for (let step = 0; step < 20; step += 1) await undefined;
        time += milliseconds;
      },
      () => name,
    );
  ask('a', 0);
  // The budget of this turn is used up.
  time += 11;
  for (const [name, milliseconds] of Object.entries({ b: 1, c: 1, d: 9, e: 1, f: 11, g: 1 })) {
    ask(name, milliseconds);
  }
  expect(begun).toEqual(['a']);
  await turn();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await turn();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  await turn();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});
