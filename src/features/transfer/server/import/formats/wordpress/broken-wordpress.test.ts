import { expect, test } from 'vitest';
import { fileOf, readExport } from '../testing-exports.ts';
import { attachment, item, wrap } from './testing-wordpress.ts';

test('broken XML skips its item, and a truncated file is reported', async () => {
  const broken = wrap(
    `${item(1, '')}<item><title>Open</title><wp:post_id>2<b></wp:post_id></item>\n${item(3, '')}`,
  );
  const { texts, skips } = await readExport(fileOf('a.xml', broken));
  expect(texts.map(({ name }) => name)).toEqual(['Text 1', 'Text 3']);
  expect(skips[0]?.reason).toMatch(/line \d+/);
  const cut = wrap(item(1, '') + item(2, '')).split('Text 2')[0] ?? '';
  const part = await readExport(fileOf('a.xml', cut));
  expect(part.texts.map(({ name }) => name)).toEqual(['Text 1']);
  expect(part.refused).toMatch(/ends at line \d+/);
});

test('a text whose pictures or blocks may follow where a file ends early is left out', async () => {
  const cover = (id: number) =>
    `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${id}</wp:meta_value></wp:postmeta>`;
  const whole = wrap(
    attachment(8, 1) +
      item(1, cover(8), 'Two [gallery ids="8"]') +
      item(2, cover(9)) +
      item(3, '', 'Kites [gallery ids="8,9"]') +
      item(
        4,
        '',
        '<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph --><!-- wp:block {"ref":9} /-->',
      ) +
      item(5, ''),
  );
  const names = async (xml: string) => {
    const { texts, skips } = await readExport(fileOf('a.xml', xml));
    const failed = skips.filter(({ isIntended }) => !isIntended);
    return [texts.map(({ name }) => name), failed.map(({ name }) => name)];
  };
  expect(await names(whole)).toEqual([['Text 1', 'Text 2', 'Text 3', 'Text 4', 'Text 5'], []]);
  expect(await names(whole.replace('</channel></rss>', ''))).toEqual([
    ['Text 1', 'Text 5'],
    ['Text 2', 'Text 3', 'Text 4'],
  ]);
});

test('entities declared in a document are never expanded', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
  const xml = wrap(item(1, '<excerpt:encoded>&b; &c; &mdash; R&D!</excerpt:encoded>'), bomb);
  const { texts } = await readExport(fileOf('a.xml', xml));
  expect(texts[0]?.summary).toBe('&b; &c; — R&D!');
});

test('UTF-16 is read, and NUL is removed', async () => {
  const utf16 = Buffer.from(
    `\uFEFF${wrap(item(1, '', 'Grün'), '<?xml version="1.0" encoding="UTF-16"?>')}`,
    'utf16le',
  );
  expect((await readExport(fileOf('a.xml', utf16))).texts[0]?.markdown).toBe('Grün');
  expect((await readExport(fileOf('a.xml', wrap(item(1, '', 'a\0b'))))).texts[0]?.markdown).toBe(
    'ab',
  );
});
