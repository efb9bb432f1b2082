import { expect, test } from 'vitest';
import { layOut } from './lay-out.ts';

test('a text is laid out to HTML, with its word count and its number of undescribed pictures', () => {
  expect(layOut('A *b* c')).toEqual({
    html: '<p>A <em>b</em> c</p>',
    wordCount: 3,
    undescribed: 0,
  });
});

test('a short text may grow a lot; a long text that would grow out of proportion is not laid out', () => {
  const cells = (rows: number) => `|a|\n|-|\n${'|b|\n'.repeat(rows)}`;
  expect(layOut(cells(100))?.html).toContain('<table>');
  expect(layOut(`${'![a]\n\n'.repeat(700)}[a]: /images/${'x'.repeat(200)}`)).toBeUndefined();
});
