import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect } from 'vitest';
import { categories } from '../../../src/blog/contract.ts';
import { mapFields, optionalNames } from '../../../src/blog/fields.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { addComment, editComment } from '../../../src/features/comments/contract.ts';
import { setCommenting } from '../../../src/features/comments/contract-on-own-blog.ts';
import { createPictureMaker } from '../../../src/features/pictures/server/picture-maker.ts';
import { plainPicture, sent } from '../../../src/features/pictures/server/testing-pictures.ts';
import { putRedirect } from '../../../src/features/redirects/contract.ts';
import { writeZip } from '../../../src/features/transfer/server/export/write-zip.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member } from '../../../src/identity/testing.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import { picturesFolder } from '../../../src/storage/sqlite/private-files.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import {
  createTestDatabase,
  type EngineTest,
  testOnBothEngines,
  testOnEachEngine,
} from '../../../src/storage/testing.ts';
import {
  blogsIn,
  commentsIn,
  exportOf,
  foreignText,
  rowsIn,
  run,
} from '../imports/testing-imports.ts';
import { newFolder, publicSite } from '../marked/marked-sites.ts';
import { differences, exported, filesOf, importAll, readExport } from './reading-back.ts';

const maker = createPictureMaker();
const words = [
  'wind',
  'Über',
  'пример',
  '日本語',
  'नमस्ते',
  'مرحبا',
  '“quoted”',
  'a_b*c',
  '<b>',
  '🪁',
];
const tags = ['Kites', 'Écoles', 'Космос', '写真', 'הר', 'C++', 'two words'];

/** The same pseudo-random numbers in every run: from 0 to `end` - 1. */
function createRandom(seed: number) {
  let state = seed;
  return (end: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/**
 * A site with people of the same name, comments, pictures, tags in many scripts, old addresses and an imported author.
 */
async function filledSite(storage: Storage) {
  const dataDir = newFolder();
  const { url } = await publicSite(storage, { DATA_DIR: dataDir });
  const random = createRandom(24);
  const any = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  const some = (count: number) => Array.from({ length: count }, () => any(words)).join(' ');
  const people: Member[] = [];
  for (const name of ['Jo Lee', 'Jo Lee the second', 'Ines']) {
    people.push(await givenMember(storage, url, name));
  }
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  const { address } = await sent(people[0] as Member, await plainPicture(20));
  await storage.write(async ({ db }) => {
    const second = { name: 'Jo Lee', bio: 'The “other” one,\nof two.', photo_url: address };
    await db.updateTable('people').set(second).where('name', '=', 'Jo Lee the second').execute();
  });
  const imported = foreignText('imported', {
    authors: [{ name: 'Jo Lee', email: 'jo@old.example' }],
  });
  await run(storage, exportOf([imported]));

  for (let index = 0; index < 8; index += 1) {
    const author = any(people);
    const longDescription = `    ${some(3)}\n\n${some(30)}\r\n\r\n![${some(1)}](${address})\n\n![x](nowhere.png) <i>${some(2)}</i>\n\n---\n\n${some(9)}  \n`;
    const body = {
      ...mapFields(optionalNames, ({ kind }) => (kind === 'line' ? some(3) : '')),
      title: `${index} ${some(4)}: "x" # y`,
      imageUrl: index % 2 ? address : 'https://pictures.example/a.webp?b=1&c="',
      imageAlt: index % 3 ? some(3) : '',
      category: categories[index % categories.length] ?? 'Other',
      tags: [any(tags), any(tags), 'Travel'].join(', '),
      shortDescription: `${some(5)} *not* [Markdown](x)`,
      longDescription,
    };
    const { _id: blogId } = (await author.call(addBlog, { body })).body;
    const said: string[] = [];
    const others = people.filter((person) => person !== author);
    for (let count = random(6); count >= 0; count -= 1) {
      const replyTo = random(2) ? said[random(said.length)] : undefined;
      const comment = `${count} ${some(5)}\n\n**${some(1)}**`;
      const by = any(others);
      const reply = await by.call(addComment, { body: { blogId, comment, replyTo } });
      said.push(reply.body._id);
      if (random(3) > 0) continue;
      const params = { id: reply.body._id };
      await by.call(editComment, { params, body: { comment: `${comment} (edited)` } });
    }
    if (index % 3 === 0) {
      await author.call(setCommenting, { params: { id: blogId }, body: { isOpen: false } });
    }
    const old = { path: `/old/${index}/`, target: `/blog/${blogId}` };
    await olga.call(putRedirect, { body: old });
  }
  await olga.call(putRedirect, { body: { path: '/?p=12', target: 'https://example.org/x' } });
  return { storage, uploads: path.join(dataDir, picturesFolder) };
}

async function emptySite({ engine }: Pick<EngineTest, 'engine'>) {
  const database = await createTestDatabase(engine);
  return { storage: await database.open(), uploads: path.join(newFolder(), picturesFolder) };
}

testOnBothEngines(
  'an export imported into an empty site gives the same export again, and is imported only once',
  { tags: 'slow', timeout: 120_000 },
  async (database) => {
    const first = await filledSite(database.storage);
    const before = await exported(first, path.join(newFolder(), 'site'));
    const archive = path.join(newFolder(), 'site.zip');
    await pipeline(Readable.from(writeZip(filesOf(first))), createWriteStream(archive));

    for (const target of [before, archive]) {
      const second = await emptySite(database);
      const { counts } = await importAll(second, target, maker);
      expect(counts.texts).toEqual({ in: 9, changed: 0, leftOut: 0, failed: 0 });
      const after = await exported(second, path.join(newFolder(), 'site'));
      expect(differences(readExport(before), readExport(after))).toEqual([]);

      const rows = await rowsIn(second.storage);
      const again = await importAll(second, target, maker);
      expect(again.counts.texts).toEqual({ in: 0, changed: 0, leftOut: 9, failed: 0 });
      expect(await rowsIn(second.storage)).toEqual(rows);
    }
    const own = await importAll(first, before, maker);
    expect(own.counts.texts).toMatchObject({ in: 0, leftOut: 9 });
  },
);

testOnBothEngines('an import can’t take an id that is in use on this site', async (database) => {
  const { storage } = database;
  const { url } = await publicSite(storage);
  const ada = await givenMember(storage, url);
  const ben = await givenMember(storage, url, 'Ben');
  const text = {
    title: 'Mine',
    imageUrl: 'https://pictures.example/a.webp',
    category: 'Travel',
    shortDescription: 'What it is about.',
    longDescription: 'My own words.',
  } as const;
  const { _id: id } = (await ada.call(addBlog, { body: text })).body;
  const { body: said } = await ben.call(addComment, {
    body: { blogId: id, comment: 'Well said.' },
  });

  const folder = newFolder();
  mkdirSync(path.join(folder, 'posts'));
  const post = `---\ntitle: Theirs\ndate: 2020-01-02\nformat: the-content-hub/1\n---\n\nOther words.\n`;
  writeFileSync(path.join(folder, 'posts', 'a.md'), post);
  const at = '2020-01-02T00:00:00.000Z';
  const by = { id: ada.person.id, name: 'Ada Lovelace', photo: 'https://x.example/evil.png' };
  const comments = [
    { id: said._id, at, by, text: 'Taken.' },
    { id: rowId(), replyTo: said._id, at, by: { ...by, name: 'Eve' }, text: 'Below.' },
  ];
  const beside = { id, updated: at, audience: 'everybody', author: by, comments };
  writeFileSync(path.join(folder, 'posts', 'a.json'), JSON.stringify(beside));
  const { results } = await importAll({ storage, uploads: newFolder() }, folder, maker);
  const notes = ['1 picture stays where it is on the web', 'it has a new address here'];
  expect(results).toMatchObject([{ outcome: 'imported', notes }]);

  const [mine, theirs] = await blogsIn(storage);
  expect(mine).toMatchObject({ id, title: 'Mine', long_description: text.longDescription });
  expect(theirs?.title).toBe('Theirs');
  expect(theirs?.id).not.toBe(id);
  expect(theirs?.author_id).not.toBe(ada.person.id);
  const all = await commentsIn(storage);
  expect(all.filter(({ blog_id }) => blog_id === id)).toMatchObject([
    { id: said._id, text: 'Well said.', person_id: ben.person.id },
  ]);
  const brought = all.filter(({ blog_id }) => blog_id === theirs?.id);
  expect(brought.map(({ name }) => name).toSorted()).toEqual(['Ada Lovelace', 'Eve']);
  for (const { id: commentId, person_id } of brought) {
    expect(commentId).not.toBe(said._id);
    expect(person_id).not.toBe(ada.person.id);
  }
  const row = await storage.reader
    .selectFrom('people')
    .select('photo_url')
    .where('id', '=', ada.person.id)
    .executeTakeFirst();
  expect(row?.photo_url).toBe(ada.person.photoURL);

  const count = (await allTexts(storage.reader).selectFrom('people').select('id').execute()).length;
  await importAll({ storage, uploads: newFolder() }, folder, maker);
  const people = await allTexts(storage.reader).selectFrom('people').select('id').execute();
  expect(people.length).toBe(count);
});

testOnEachEngine(
  'pictures that every site has are not missing from an export that is read back',
  async (database) => {
    const dataDir = newFolder();
    const { url } = await publicSite(database.storage, { DATA_DIR: dataDir });
    const ada = await givenMember(database.storage, url);
    const picture = '![](/images/categories/travel.webp)';
    const body = {
      title: 'With the category’s picture',
      imageUrl: '/images/categories/health.webp',
      category: 'Health',
      shortDescription: 'What it is about.',
      longDescription: `${picture} and ![gone](nowhere.png)`,
    } as const;
    await ada.call(addBlog, { body });
    const first = { storage: database.storage, uploads: path.join(dataDir, picturesFolder) };
    const folder = await exported(first, path.join(newFolder(), 'site'));

    const second = await emptySite(database);
    const { counts, results } = await importAll(second, folder, maker);
    const notes = ['picture nowhere.png is not here: the export does not hold it'];
    expect(results.find(({ kind }) => kind === 'text')?.notes).toEqual(notes);
    expect(counts.pictures).toMatchObject({ in: 0, leftOut: 1 });
    const [blog] = await blogsIn(second.storage);
    expect(blog).toMatchObject({
      image_url: body.imageUrl,
      long_description: body.longDescription,
    });

    // In another system's text, the address is that of a picture there.
    const foreign = foreignText('theirs', { markdown: picture });
    const there = await run(second.storage, exportOf([foreign]));
    expect(there.results[0]?.notes).toEqual([
      'picture /images/categories/travel.webp is not here: the export does not hold it',
    ]);
  },
);
