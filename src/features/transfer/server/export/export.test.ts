import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { BlogTextInput } from '../../../../blog/blog-text.ts';
import { oneBlog } from '../../../../blog/contract.ts';
import { rowId } from '../../../../storage/row-id.ts';
import { createTestDatabase, testOnEachEngine } from '../../../../storage/testing.ts';
import { allBlogs } from '../../../search/contract.ts';
import { startBlogSite, text } from '../../../writing/common/server/testing-writing.ts';
import { discardDraft, saveDraft } from '../../../writing/drafts/contract/drafts.ts';
import { addBlog } from '../../../writing/publishing/contract/publishing.ts';
import { exportMyBlogs } from '../../contract.ts';
import { findSources, pathKeys } from '../import/find-sources.ts';
import { importBlogs } from '../import/import-blogs.ts';
import { unzip } from './testing-unzip.ts';

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
      site.clock.now += 86_400_123;
    }
    // More than one read fetches.
    for (let count = 0; count < 25; count += 1) {
      await ada.call(addBlog, { body: { ...text, title: 'Same', longDescription: `${count}` } });
    }
    const reply = await ada.request(exportMyBlogs.path);
    expect(reply.headers.get('content-type')).toBe('application/zip');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="my-blogs.zip"');
    const files = unzip(Buffer.from(await reply.arrayBuffer()));
    expect(files.size).toBe(hardTexts.length + 25);
    for (const name of files.keys()) expect(name).toMatch(/^\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/);

    const folder = await mkdtemp(path.join(tmpdir(), 'content-hub-export-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(path.join(folder, 'blogs'));
    for (const [name, content] of files) await writeFile(path.join(folder, 'blogs', name), content);
    const sources = await findSources(folder);
    const other = await (await createTestDatabase(engine)).open();
    const results = await importBlogs(other, sources, { keyOf: pathKeys(sources) });
    expect(results.filter(({ outcome }) => outcome !== 'imported')).toEqual([]);

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
  async ({ storage }) => {
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
    const files = unzip(Buffer.from(await reply.arrayBuffer()));
    expect([...files.keys()]).toEqual([
      expect.stringMatching(/^drafts\/\d{4}-\d\d-\d\d-unfinished-new\.md$/),
    ]);
    expect([...files.values()].join()).toMatch(/^title: "Unfinished"\n.*\ndraft: true$/m);
  },
);

testOnEachEngine('the export of a member without texts is empty', async ({ storage }) => {
  const ada = await (await startBlogSite(storage)).member();
  const reply = await ada.request(exportMyBlogs.path);
  expect(unzip(Buffer.from(await reply.arrayBuffer())).size).toBe(0);
});
