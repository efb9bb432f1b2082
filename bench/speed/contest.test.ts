import { expect, test } from 'vitest';
import { runRounds } from './contest.ts';

test('every contestant takes a sample in each round, in an order that reverses each round', async () => {
  const order: string[] = [];
  const contestant = (name: string, edition: 'before' | 'now', isBaseline: boolean) => ({
    edition,
    isBaseline,
    async sample() {
      order.push(name);
      return { page: order.length };
    },
  });
  const readings = await runRounds(
    [
      contestant('old', 'before', false),
      contestant('site', 'now', false),
      contestant('plain', 'now', true),
    ],
    2,
  );
  expect(order).toEqual(['old', 'site', 'plain', 'plain', 'site', 'old']);
  expect(readings).toEqual({
    before: { page: { samples: [1, 6], baseline: [] } },
    now: { page: { samples: [2, 5], baseline: [3, 4] } },
  });
});
