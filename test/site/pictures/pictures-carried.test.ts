import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, vi } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { takeDownPicture } from '../../../src/features/pictures/contract/manage.ts';
import { createPictureMaker } from '../../../src/features/pictures/server/picture-maker.ts';
import {
  filesBelow,
  pictureRoot,
  plainPicture,
  sent,
} from '../../../src/features/pictures/server/testing-pictures.ts';
import { exportMyBlogs } from '../../../src/features/transfer/contract.ts';
import { unzip } from '../../../src/features/transfer/server/export/testing-unzip.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { ownPictureOf } from '../../../src/platform/text/own-picture.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { createTestDatabase, testOnEachEngine } from '../../../src/storage/testing.ts';
import { importAll } from '../exports/reading-back.ts';

vi.setConfig({ testTimeout: 60_000 });

const maker = createPictureMaker();
afterAll(() => maker.close());

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-carried-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function importInto(storage: Storage, target: string, root: string) {
  const { results } = await importAll({ storage, uploads: root }, target, maker);
  return results.map(({ outcome }) => outcome);
}

const blogsOf = (storage: Storage) =>
  allTexts(storage.reader)
    .selectFrom('blogs')
    .innerJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(['image_url', 'long_description', 'html'])
    .orderBy('created_at')
    .execute();

testOnEachEngine(
  'an export includes the pictures, and another site imports them',
  { tags: 'slow' },
  async ({ storage, engine }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const cover = (await sent(ada, await plainPicture(20))).address;
    const inText = (await sent(ada, await plainPicture(90))).address;
    const longDescription = `One.\n\n![A field](${inText} "Green")\n\n![Again](${inText})`;
    await ada.call(addBlog, { body: { ...text, title: 'A', imageUrl: cover, longDescription } });
    await ada.call(addBlog, { body: { ...text, title: 'B', imageUrl: cover } });

    const reply = await ada.request(exportMyBlogs.path);
    const files = unzip(Buffer.from(await reply.arrayBuffer()));
    expect([...files.keys()].filter((name) => !name.endsWith('.md')).toSorted()).toEqual(
      [cover, inText].map((address) => address.slice(1)).toSorted(),
    );
    const folder = emptyFolder();
    for (const [name, content] of files) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }

    const other = await (await createTestDatabase(engine)).open();
    const root = pictureRoot();
    expect(await importInto(other, folder, root)).toEqual(['imported', 'imported']);
    expect(await importInto(other, folder, root)).toEqual(['skipped', 'skipped']);
    const [first, second] = await blogsOf(other);
    const here = ownPictureOf(first?.image_url ?? '');
    expect(here).toMatchObject({ width: 40, height: 30 });
    expect(second?.image_url).toBe(first?.image_url);
    const named = first?.long_description.match(/\/images\/uploads\/[^ )]+/g) ?? [];
    expect(named).toHaveLength(2);
    expect(new Set(named).size).toBe(1);
    const shown = ownPictureOf(named[0] ?? '');
    expect(first?.html).toContain(`src="${named[0]}" alt="A field"`);
    expect(filesBelow(root).map((file) => path.basename(path.dirname(file)))).toEqual(
      expect.arrayContaining([here?.name, shown?.name]),
    );
    expect(filesBelow(root)).toHaveLength(2 * 3);
  },
);

testOnEachEngine(
  'an import accepts only pictures beside a text, inside the folder',
  async ({ storage }) => {
    const folder = emptyFolder();
    const elsewhere = emptyFolder();
    const name = (letter: string) => `${letter.repeat(32)}-40x30-aabbcc`;
    const uploads = path.join(folder, 'images/uploads');
    mkdirSync(uploads, { recursive: true });
    writeFileSync(path.join(uploads, `${name('a')}.jpg`), '<!doctype html><p>No');
    writeFileSync(path.join(elsewhere, 'secret.jpg'), await plainPicture(1));
    symlinkSync(path.join(elsewhere, 'secret.jpg'), path.join(uploads, `${name('b')}.jpg`));
    // Its name gives a wrong size: it gets a name of its own here.
    writeFileSync(path.join(uploads, `${'c'.repeat(32)}-41x30-aabbcc.jpg`), await plainPicture(2));
    const pictures = ['a', 'b', 'd'].map((letter) => `![x](/images/uploads/${name(letter)}.jpg)`);
    writeFileSync(
      path.join(folder, '2026-01-01-x.md'),
      `---\ntitle: X\n---\n\n${pictures.join('\n')} ![x](/images/uploads/${'c'.repeat(32)}-41x30-aabbcc.jpg)\n`,
    );
    const root = pictureRoot();
    // The link is left out, and said.
    expect(await importInto(storage, folder, root)).toEqual(['skipped', 'imported']);
    const kept = await storage.reader.selectFrom('pictures').select('name').execute();
    expect(kept.map(({ name: own }) => own.slice(32, 39))).toEqual(['-40x30-']);
    expect(filesBelow(root)).toHaveLength(3);
  },
);

testOnEachEngine(
  'a picture taken down by staff can’t be imported again, under any name',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const mod = await givenMember(storage, url, 'Mod', 'moderator');
    const bytes = await plainPicture(20);
    const { address } = await sent(ada, bytes);
    await mod.call(takeDownPicture, { body: { address, reason: 'Not fit.' } });

    const folder = emptyFolder();
    const addresses = [address, `/images/uploads/${'e'.repeat(32)}-40x30-aabbcc.jpg`];
    mkdirSync(path.join(folder, 'images/uploads'), { recursive: true });
    for (const one of addresses) writeFileSync(path.join(folder, one), bytes);
    const pictures = addresses.map((one) => `![x](${one})`);
    writeFileSync(
      path.join(folder, '2026-01-01-x.md'),
      `---\ntitle: X\n---\n\n${pictures.join('\n')}\n`,
    );
    const root = pictureRoot();
    expect(await importInto(storage, folder, root)).toEqual(['imported']);
    expect(filesBelow(root)).toEqual([]);
  },
);
