import { expect, onTestFinished, test } from 'vitest';
import { unavailable } from '../contract/problems.ts';
import { createTextLayout, type TextLayoutOptions } from './text-layout.ts';

function start(options?: TextLayoutOptions) {
  const layout = createTextLayout(options);
  onTestFinished(() => layout.close());
  return layout;
}

/** Texts whose parsing takes quadratic time or worse. */
const hostile: readonly (readonly [name: string, text: string])[] = [
  ['a quote that goes on lazily', `> ${'a\n'.repeat(15_000)}`],
  ['an address that ends in exclamation marks', `http://a.b/${'!'.repeat(30_000)}a`],
  ['the beginnings of addresses', 'www._'.repeat(6_000)],
  ['brackets that never close', '[a](<b'.repeat(20_000)],
  ['emphasis that never ends', '**a_ '.repeat(20_000)],
];

test('a text that takes too long is given up, and other texts are laid out', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const layout = start({ cpuMsOf: (characters) => (characters > 1_000 ? 100 : 5_000) });
  const refused = hostile.map(([, text], index) => layout.layOut(text, `eve-${index % 2}`));
  const honest = layout.layOut('A *b* c', 'ada');
  expect(await honest).toEqual({ html: '<p>A <em>b</em> c</p>', wordCount: 3, undescribed: 0 });
  for (const [index, layingOut] of refused.entries()) {
    expect(await layingOut, hostile[index]?.[0]).toBeUndefined();
  }
  expect(await layout.layOut('d', 'ada')).toEqual({
    html: '<p>d</p>',
    wordCount: 1,
    undescribed: 0,
  });
});

test('a person with ten texts delays the text of another by at most two', async () => {
  const layout = start();
  const order: string[] = [];
  const jobs = Array.from({ length: 10 }, async (_, index) => {
    await layout.layOut(`Text ${index}.`, 'eve');
    order.push('eve');
  });
  jobs.push(layout.layOut('Mine.', 'ada').then(() => void order.push('ada')));
  await Promise.all(jobs);
  expect(order.indexOf('ada')).toBeLessThanOrEqual(2);
});

test('texts beyond the queue limit are refused with a 503 and can be tried again', async () => {
  const layout = start();
  const jobs = Array.from({ length: 40 }, () =>
    layout.layOut('Text.', 'eve').catch((error) => error),
  );
  const outcomes = await Promise.all(jobs);
  const refused = outcomes.filter((outcome) => unavailable.is(outcome));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ status: 503, retryAfter: expect.any(Number) });
  expect(outcomes.filter((outcome) => outcome?.html === '<p>Text.</p>').length).toBe(
    40 - refused.length,
  );
  expect(await layout.layOut('Text.', 'eve')).toMatchObject({ wordCount: 1 });
});

test('closing rejects the running, waiting and later jobs as unavailable', async () => {
  const layout = start();
  const outcomes = Promise.allSettled(
    [hostile[0]?.[1] ?? '', 'Waiting.'].map((text) => layout.layOut(text, 'ada')),
  );
  await layout.close();
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  }
  await expect(layout.layOut('Late.', 'ada')).rejects.toMatchObject({ code: 'unavailable' });
});
