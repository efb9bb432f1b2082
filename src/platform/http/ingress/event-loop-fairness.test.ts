import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventLoopFairness } from './event-loop-fairness.ts';

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** Asks for all of this in one turn of the event loop; `a2` is the second request of network `a`. */
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

test('what costs little is begun at once', () => {
  const names = Array.from({ length: 50 }, (_, index) => `a${index}`);
  expect(askAtOnce(names, 0)).toEqual(names);
});

test('what costs much is begun one a turn, and nobody waits for all of another network', async () => {
  const begun = askAtOnce(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'], 11);
  expect(begun).toEqual(['a1']);
  await turn();
  expect(begun).toEqual(['a1', 'a2']);
  while (begun.length < 7) await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});
