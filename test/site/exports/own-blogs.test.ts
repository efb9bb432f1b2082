import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { BlogTextInput } from '../../../src/blog/blog-text.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { createPictureMaker } from '../../../src/features/pictures/server/picture-maker.ts';
import { allBlogs } from '../../../src/features/search/contract.ts';
import { exportMyBlogs } from '../../../src/features/transfer/contract.ts';
import { unzip } from '../../../src/features/transfer/server/export/testing-unzip.ts';
import {
  startBlogSite,
  text,
} from '../../../src/features/writing/common/server/testing-writing.ts';
import { discardDraft, saveDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import { createTestDatabase, testOnEachEngine } from '../../../src/storage/testing.ts';
import { blogsIn } from '../imports/testing-imports.ts';
import { newFolder } from '../marked/marked-sites.ts';
import { importAll } from './reading-back.ts';

/** Shared by all tests of a process; it ends with the process. */
const maker = createPictureMaker();

/** Texts that a Markdown or YAML parser could misread or normalize. */
const hardTexts: readonly Partial<BlogTextInput>[] = [
  { title: '# "Quotes": yes \\ & <b>no</b>', shortDescription: '*Stars*, [links](/a) & `code`' },
  {
    title: 'true',
    imageAlt: 'yes: "no" # & <b>',
    longDescription: '# true\n\nA heading that repeats the title.',
  },
  { title: '2026-01-01', longDescription: '---\ntitle: other\n---\n\nFront matter inside' },
  {
    title: '如何写一篇好文章',
    longDescription: '<p>HTML <b>stays</b></p>\n\n<!-- a remark -->\n\n&amp;',
  },
  {
    title: 'null',
    longDescription: '    indented code\n\n- [x] done  \nhard break\u0085\u2028end',
  },
  { title: '😀 \u0085 \u2028 x', category: 'Travel', longDescription: '+++\n\ud83d\ude00' },
  { title: "it's: - [a] {b} #c | > %d @e", longDescription: `long ${'line '.repeat(500)}end` },
];

testOnEachEngine(
  'an export is imported into another database without loss',
  async ({ storage, engine }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const eve = await site.member('Eve');
    await eve.call(addBlog, { body: { ...text, title: 'Not hers' } });
    for (const change of hardTexts) {
      await ada.call(addBlog, { body: { ...text, ...change } });
      site.clock.now -= 86_400_123;
    }
    // More than one read fetches.
    for (let count = 0; count < 25; count += 1) {
      await ada.call(addBlog, { body: { ...text, title: 'Same', longDescription: `${count}` } });
    }
    const reply = await ada.request(exportMyBlogs.path);
    expect(reply.headers.get('content-type')).toBe('application/zip');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="my-blogs.zip"');
    const archive = Buffer.from(await reply.arrayBuffer());
    const files = unzip(archive);
    expect(files.size).toBe(hardTexts.length + 25);
    for (const name of files.keys()) expect(name).toMatch(/^\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/);

    // The archive, and the same again as a folder.
    const zip = path.join(newFolder(), 'my-blogs.zip');
    writeFileSync(zip, archive);
    const folder = path.join(newFolder(), 'my-blogs');
    mkdirSync(folder);
    for (const [name, content] of files) writeFileSync(path.join(folder, name), content);
    const other = await (await createTestDatabase(engine)).open();
    const into = { storage: other, uploads: newFolder() };
    const { counts } = await importAll(into, zip, maker);
    expect(counts.texts).toEqual({ in: files.size, changed: 0, leftOut: 0, failed: 0 });
    const again = await importAll(into, folder, maker);
    expect(again.counts.texts).toEqual({ in: 0, changed: 0, leftOut: files.size, failed: 0 });

    const blogsOf = async (where: typeof site) => {
      const { body } = await where.visitor.call(allBlogs, { query: { limit: '100' } });
      const blogs = await Promise.all(
        body.map(({ _id }) => where.visitor.call(oneBlog, { params: { id: _id } })),
      );
      return blogs
        .map(({ body: { _id, updatedAt, author, authorId, ...blog } }) => ({
          ...blog,
          by: author?.name,
        }))
        .filter(({ by }) => by === 'Ada Lovelace')
        .toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
    };
    expect(await blogsOf(await startBlogSite(other))).toEqual(await blogsOf(site));
  },
);

testOnEachEngine(
  'an export has the drafts of the person’s own texts, and nobody else’s',
  async ({ storage, engine }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const eve = await site.member('Eve');
    const { _id: id } = (await eve.call(addBlog, { body: { ...text, title: 'Hers' } })).body;
    const save = (who: typeof ada, key: string, title: string, baseTag: string | null = null) => {
      const body = { text: { ...text, title, shortDescription: '' }, baseTag, revision: null };
      return who.call(saveDraft, { params: { key }, body: { ...body, device: 'a', sequence: 1 } });
    };
    await save(ada, 'new', 'Unfinished');
    await save(ada, id, 'An editor’s change of hers', '"1-x"');
    await save(eve, rowId(), 'Unfinished by Eve');
    const thrown = rowId();
    await save(ada, thrown, 'Thrown away');
    await ada.call(discardDraft, { params: { key: thrown }, query: {} });

    const reply = await ada.request(exportMyBlogs.path);
    const archive = Buffer.from(await reply.arrayBuffer());
    const files = unzip(archive);
    expect([...files.keys()]).toEqual([
      expect.stringMatching(/^drafts\/\d{4}-\d\d-\d\d-unfinished-new\.md$/),
    ]);
    expect([...files.values()].join()).toMatch(/^title: "Unfinished"\n.*\ndraft: true$/m);

    const zip = path.join(newFolder(), 'my-blogs.zip');
    writeFileSync(zip, archive);
    const other = await (await createTestDatabase(engine)).open();
    await importAll({ storage: other, uploads: newFolder() }, zip, maker);
    expect(await blogsIn(other)).toMatchObject([{ title: 'Unfinished', state: 'draft' }]);
  },
);

testOnEachEngine('the export of a member without texts is empty', async ({ storage }) => {
  const ada = await (await startBlogSite(storage)).member();
  const reply = await ada.request(exportMyBlogs.path);
  expect(unzip(Buffer.from(await reply.arrayBuffer())).size).toBe(0);
});
