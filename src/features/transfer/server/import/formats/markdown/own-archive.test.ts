import { expect, test } from 'vitest';
import { archiveMark } from '../../../export/blog-file.ts';
import type { ForeignItem } from '../../foreign.ts';
import { openForeignExport } from '../open-foreign-export.ts';
import { fileOf, readExport, zipOf } from '../testing-exports.ts';
import { createTextReader } from '../text/text-reader.ts';
import { openOwnArchive } from './own-archive.ts';

const blog = (number: number) =>
  `---\nformat: the-content-hub/1\ntitle: Kite ${number}\ndate: 2024-05-06T07:08:09.000Z\n---\n\n![](/images/kite.webp)\n`;
const beside = '{"updated":"2024-05-06T07:08:09.000Z","author":null,"comments":[]}';

function archiveOf(blogs: number, others: Readonly<Record<string, string>> = {}) {
  const files: Record<string, string> = { 'README.txt': `${archiveMark}\n` };
  for (let number = 1; number <= blogs; number += 1) {
    files[`posts/kite-${number}.md`] = blog(number);
    files[`posts/kite-${number}.json`] = beside;
  }
  return zipOf({ ...files, ...others });
}

test('an archive of this site is read in order with its JSON files, pictures and redirects', async () => {
  const zip = await archiveOf(2, {
    'posts/images/kite.webp': 'a picture',
    'people.json': '[]',
    'redirects.csv': 'from,to\r\n"/old","/blog/1"\r\n',
  });
  const opened = await openForeignExport(fileOf('a.zip', zip));
  const items: ForeignItem[] = [];
  for await (const item of opened?.items() ?? []) items.push(item);
  expect(items).toMatchObject([
    { kind: 'text', title: 'Kite 1', updatedAt: Date.UTC(2024, 4, 6, 7, 8, 9), authors: [] },
    { kind: 'text', title: 'Kite 2' },
    { kind: 'redirect', from: '/old', to: '/blog/1' },
  ]);
  const picture = await opened?.readFile('/images/kite.webp', 100);
  expect(Buffer.from(picture ?? []).toString()).toBe('a picture');
  expect(await opened?.readFile('/images/kite.webp', 3)).toBeUndefined();
  expect(await opened?.readFile('/images/none.webp', 100)).toBeUndefined();
  await opened?.close();
});

test('the audience of a text is what lies beside it, and unmarked without', async () => {
  const zip = await archiveOf(3, {
    'posts/kite-2.json': beside.replace('{', '{"audience":"everybody",'),
    'posts/kite-3.json': beside.replace('{', '{"audience":"somebody",'),
    'posts/kite-4.md': blog(4),
    'posts/kite-5.md': blog(5),
    'posts/kite-5.json': '{',
  });
  const { texts } = await readExport(fileOf('a.zip', zip));
  expect(texts.map(({ title, audience }) => [title, audience])).toEqual([
    ['Kite 1', 'unmarked'],
    ['Kite 2', 'everybody'],
    ['Kite 3', 'unmarked'],
    ['Kite 4', 'unmarked'],
    ['Kite 5', 'unmarked'],
  ]);
});

test('an archive of this site with too many files is refused', async () => {
  const file = fileOf('a.zip', await archiveOf(2));
  await expect(openOwnArchive(file, createTextReader, 4)).rejects.toThrow(/more than 4 files/);
});

test('an archive with the mark of this site has the limits of any archive', async () => {
  const zip = await archiveOf(1, { 'posts/--/up.md': blog(2), 'posts/bomb.md': '0'.repeat(3e7) });
  const changed = Buffer.from(
    zip.toString('latin1').replaceAll('posts/--/', 'posts/../'),
    'latin1',
  );
  const { texts, skips } = await readExport(fileOf('a.zip', changed));
  expect(texts.map(({ name }) => name)).toEqual(['posts/kite-1.md']);
  expect(skips.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    'posts/../up.md: its name leads out of the archive',
    'posts/bomb.md: it would become more than two hundred times as large as it is here',
  ]);
});

test('an archive with another README is not an archive of this site', async () => {
  const zip = await zipOf({ 'README.txt': 'Words.', 'posts/a.md': blog(1) });
  expect(await openOwnArchive(fileOf('a.zip', zip), createTextReader)).toBeUndefined();
});
