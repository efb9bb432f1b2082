import { expect, test } from 'vitest';
import { fileOf, readExport } from '../testing-exports.ts';
import { withBlocks } from './reusable-blocks.ts';
import { item, wrap } from './testing-wordpress.ts';

const block = (id: number, text: string, fields = '') =>
  item(id, fields, text).replace('>post<', '>wp_block<');
const show = (ref: number) => `<!-- wp:block {"ref":${ref}} /-->`;
const paragraph = (words: string) => `<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->`;

test('a reusable block is inserted where a text refers to it, also when it follows later in the file', async () => {
  const text = `${paragraph('One')}\n${show(8)}\n<!-- wp:core/block {"ref":9} /-->\n${paragraph('Two')}`;
  const xml = wrap(
    block(9, paragraph('Knots')) +
      item(1, '', text) +
      block(8, `${paragraph('Strings, then')}${show(9)}`),
  );
  const { texts, skips } = await readExport(fileOf('a.xml', xml));
  expect(texts).toMatchObject([
    { markdown: 'One\n\nStrings, then\n\nKnots\n\nKnots\n\nTwo', notes: [] },
  ]);
  expect(skips).toMatchObject([
    {
      name: 'wp_block (2)',
      reason: 'reusable blocks come along with the texts that show them',
      isIntended: true,
    },
  ]);
});

test('draft, private and password-protected reusable blocks are left out', async () => {
  const xml = wrap(
    item(1, '', [paragraph('One'), show(7), show(8), show(9)].join('\n')) +
      block(7, paragraph('Draft'), '<wp:status>draft</wp:status>') +
      block(8, paragraph('Private'), '<wp:status>private</wp:status>') +
      block(9, paragraph('Locked'), '<wp:post_password>kite</wp:post_password>'),
  );
  const { texts } = await readExport(fileOf('a.xml', xml));
  expect(texts).toMatchObject([
    {
      markdown: 'One',
      notes: ['Reusable blocks that the export does not hold were left out: 7, 8, 9.'],
    },
  ]);
});

test('a reusable block that contains itself is left out and reported', () => {
  const blocks = new Map([
    ['1', `a${show(2)}`],
    ['2', `b${show(1)}`],
  ]);
  expect(withBlocks(`${show(1)}.`, blocks)).toEqual({
    text: 'ab.',
    notes: ['Reusable blocks within themselves, or too long, were left out: 1.'],
  });
});

test('the text of repeated reusable blocks has a size limit', () => {
  const tenfold = Array.from({ length: 12 }, (_, id): [string, string] => [
    String(id),
    show(id + 1).repeat(10),
  ]);
  const long: [string, string] = ['12', 'x'.repeat(900_000)];
  const deep = withBlocks(show(0), new Map(tenfold));
  expect(deep.text).toBe('');
  const wide = withBlocks(show(12).repeat(1_000), new Map([long]));
  expect(wide.text.length).toBeLessThan(1_000_001);
  expect(wide.notes).toEqual([
    'Reusable blocks within themselves, or too long, were left out: 12.',
  ]);
});

test('text that only resembles a block reference is kept, and an overridden block is reported', () => {
  const text = '<!-- wp:block {"ref":} /--><!-- wp:blocks {"ref":1} /--><!-- wp:block {"a":1} /-->';
  expect(withBlocks(text, new Map([['1', 'a']]))).toEqual({ text, notes: [] });
  const changed = '<!-- wp:block {"ref":1,"content":{"Title":{"content":"Up"}}} /-->';
  expect(withBlocks(changed, new Map([['1', 'a']]))).toEqual({
    text: 'a',
    notes: ['Reusable blocks came in their own words, not as they were changed here: 1.'],
  });
});
