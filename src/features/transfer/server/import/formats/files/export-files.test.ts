import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openForeignExport } from '../open-foreign-export.ts';
import { fileOf, folderOf, readExport, zipOf } from '../testing-exports.ts';

test("an archive's entries with unsafe paths, encryption or a bomb are skipped", async () => {
  const good = '---\ntitle: A\ndate: 2020-01-02\n---\n\nWords.\n';
  const honest = await zipOf({
    'a.md': good,
    '--/up.md': good,
    '-abs.md': good,
    'locked.md': good,
    'bomb.md': '0'.repeat(30_000_000),
  });
  // ZIP programs refuse to write such names.
  const names = honest
    .toString('latin1')
    .replaceAll('--/up.md', '../up.md')
    .replaceAll('-abs.md', '/abs.md');
  const zip = Buffer.from(names, 'latin1');
  // The encryption flag in the central directory.
  zip.writeUInt16LE(
    zip.readUInt16LE(zip.lastIndexOf('locked.md') - 38) | 1,
    zip.lastIndexOf('locked.md') - 38,
  );
  const { texts, skips } = await readExport(fileOf('z.zip', zip));
  expect(texts.map(({ name }) => name)).toEqual(['a.md']);
  expect(skips.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    '../up.md: its name leads out of the archive',
    '/abs.md: its name leads out of the archive',
    'locked.md: it is encrypted',
    'bomb.md: it would become more than two hundred times as large as it is here',
  ]);
});

test('of two files of one name in an archive the first counts, and the other is reported', async () => {
  const text = (title: string) => `---\ntitle: ${title}\ndate: 2020-01-02\n---\n\nWords.\n`;
  const zip = await zipOf({ 'a.md': text('A'), 'b.md': text('B') });
  const twice = Buffer.from(zip.toString('latin1').replaceAll('b.md', 'a.md'), 'latin1');
  const { texts, skips } = await readExport(fileOf('z.zip', twice));
  expect(texts.map(({ title }) => title)).toEqual(['A']);
  expect(skips).toMatchObject([
    { name: 'a.md', reason: 'another file of this name stands before it' },
  ]);
});

test('an archive entry larger than its stated size is skipped', async () => {
  const zip = await zipOf({
    'a.md': `---\ntitle: A\ndate: 2020-01-02\n---\n\n${'x'.repeat(1_000)}`,
  });
  zip.writeUInt32LE(20, zip.lastIndexOf('a.md') - 46 + 24);
  const { texts, skips } = await readExport(fileOf('z.zip', zip));
  expect([texts.length, skips.length]).toEqual([0, 1]);
});

test('a cut archive, and one whose files are all refused, say what is wrong', async () => {
  const zip = await zipOf({ 'a.md': 'Words.', 'b.md': 'Words.' });
  const cut = fileOf('cut.zip', zip.subarray(0, 60));
  await expect(openForeignExport(cut)).rejects.toThrow(
    /^cut\.zip is damaged or not whole \(End of/,
  );
  await expect(openForeignExport(cut, { name: 'mine.zip' })).rejects.toThrow(/^mine\.zip is dam/);
  // The first entry of the central directory loses its signature.
  const torn = Buffer.from(zip);
  torn.writeUInt32LE(0, torn.indexOf('PK\u0001\u0002'));
  await expect(openForeignExport(fileOf('torn.zip', torn))).rejects.toThrow(/^torn\.zip is dam/);
  const bomb = fileOf('bomb.zip', await zipOf({ 'a.md': '0'.repeat(30_000_000) }));
  await expect(openForeignExport(bomb)).rejects.toThrow(
    'bomb.zip holds nothing that can be imported here. a.md was refused: it would become more than two hundred times as large as it is here.',
  );
});

test('an archive with more than 50,000 files is refused', async () => {
  const zip = await zipOf({ 'a.md': 'Words.' });
  // The number of files in the archive's end record.
  const end = zip.lastIndexOf('PK\u0005\u0006');
  for (const place of [end + 8, end + 10]) zip.writeUInt16LE(50_001, place);
  const file = fileOf('z.zip', zip);
  await expect(openForeignExport(file)).rejects.toThrow('z.zip holds more than 50,000 files.');
  // An upload lies under another name than its owner knows.
  const uploaded = openForeignExport(file, { name: 'mine.zip' });
  await expect(uploaded).rejects.toThrow('mine.zip holds more than 50,000 files.');
});

test('symbolic links and nested archives in an archive are not followed', async () => {
  const good = '---\ntitle: A\ndate: 2020-01-02\n---\n\nWords.\n';
  const inner = await zipOf({ 'b.md': good });
  const zip = await zipOf({ 'a.md': good, 'inner.zip': inner, 'link.md': '/etc/passwd' });
  // The file type in the central directory.
  const entry = zip.lastIndexOf('link.md') - 46;
  zip.writeUInt16LE((3 << 8) | 20, entry + 4);
  zip.writeUInt32LE((0o120777 << 16) >>> 0, entry + 38);
  const { texts, skips } = await readExport(fileOf('z.zip', zip));
  expect(texts.map(({ name }) => name)).toEqual(['a.md']);
  expect(skips).toMatchObject([{ name: 'link.md', reason: 'it is a link' }]);
});

test('symbolic links in a folder are not followed, which is said', async () => {
  const folder = folderOf({
    'hugo.toml': '',
    'content/a.md': '---\ntitle: A\ndate: 2020-01-02\n---\n\nWords.\n',
  });
  symlinkSync('/etc', path.join(folder, 'content/etc'));
  symlinkSync('/etc/passwd', path.join(folder, 'content/b.md'));
  // Its path starts with the folder's path, but it is outside.
  symlinkSync(`${folder}-2`, path.join(folder, 'content/beside'));
  mkdirSync(`${folder}-2`);
  onTestFinished(() => rmSync(`${folder}-2`, { recursive: true }));
  symlinkSync('a.md', path.join(folder, 'content/c.md'));
  symlinkSync('nowhere', path.join(folder, 'content/d.md'));
  const { texts, skips } = await readExport(folder);
  expect(texts.map(({ name }) => name)).toEqual(['content/a.md']);
  expect(skips.map(({ name, reason, isIntended }) => [name, reason, isIntended])).toEqual([
    ['content/b.md', 'it is a link that leads out of the folder', true],
    ['content/beside', 'it is a link that leads out of the folder', true],
    ['content/c.md', 'it is a link within the folder', true],
    ['content/d.md', 'it is a link that leads nowhere', true],
    ['content/etc', 'it is a link that leads out of the folder', true],
  ]);
});

test('a file that is not an export is not recognized', async () => {
  expect(await openForeignExport(fileOf('a.txt', 'Just words.'))).toBeUndefined();
  expect(await openForeignExport(fileOf('a.json', '{"a": 1}'))).toBeUndefined();
  await expect(openForeignExport('/nowhere/at/all')).rejects.toThrow('/nowhere/at/all');
});
