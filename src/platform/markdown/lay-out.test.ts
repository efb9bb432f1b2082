import { expect, test } from 'vitest';
import { layOut } from './lay-out.ts';

test('a text comes with its HTML and its words', () => {
  expect(layOut('A *b* c')).toEqual({
    html: '<p>A <em>b</em> c</p>',
    wordCount: 3,
    undescribed: 0,
  });
});

test('a small text may grow a lot, a long one that becomes a page out of all proportion is not laid out', () => {
  const cells = (rows: number) => `|a|\n|-|\n${'|b|\n'.repeat(rows)}`;
  expect(layOut(cells(100))?.html).toContain('<table>');
  expect(layOut(`${'![a]\n\n'.repeat(700)}[a]: /images/${'x'.repeat(200)}`)).toBeUndefined();
});
