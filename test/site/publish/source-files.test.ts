import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publishFile } from '../../../src/app/commands/publish/publish-file.ts';
import { rowOf } from '../../../src/blog/fields.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { blogFile } from '../../../src/features/transfer/server/export/blog-file.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { fileOn, fronts, frontWith, newFolder, startStub } from './testing-publish.ts';

const hourMs = 3_600_000;

/** Publishes a file to a site that accepts everything. */
async function tryToPublish(content: string | Uint8Array, token = 'hub_x') {
  const file = path.join(newFolder(), 'post.md');
  const { requests, url: site } = await startStub();
  writeFileSync(file, content);
  const problem = await publishFile({ file, site, token }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { problem, requests };
}

test('what its file doesn’t want public, or not yet, is sent nowhere', async () => {
  const exported = blogFile(
    { ...rowOf(text), id: 'one', author_name: 'Ada', created_at: 0, updated_at: 0 },
    { isDraft: true },
  );
  const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();
  const drafts = [
    String(exported.content),
    `${frontWith('draft: true')}\nOne.\n`,
    `${frontWith('Draft: "yes"')}\nOne.\n`,
    `${frontWith('published: false')}\nOne.\n`,
    `${fronts.TOML.replace('+++', '+++\ndraft = true')}\nOne.\n`,
    `${fronts.JSON.replace('{', '{\n  "draft": true,')}\nOne.\n`,
  ];
  for (const content of drafts) {
    const { problem, requests } = await tryToPublish(content);
    expect(problem).toMatch(/is a draft: remove the line "(?:draft|published): \w+"/);
    expect(requests).toEqual([]);
  }
  for (const line of [`date: ${isoIn(hourMs)}`, `date: 2020-01-01\npublishDate: 2999-01-01`]) {
    const { problem, requests } = await tryToPublish(`${frontWith(line)}\nOne.\n`);
    expect(problem).toMatch(/yet to come.*schedule/);
    expect(requests).toEqual([]);
  }
  for (const lines of ['draft: false', 'draft:', `date: ${isoIn(-1_000)}`, 'date: someday']) {
    expect((await tryToPublish(`${frontWith(lines)}\nOne.\n`)).problem).toBeUndefined();
  }
});

test('a date without a zone is one of its author’s zone', async () => {
  const localIn = (ms: number) => {
    const offsetMs = new Date().getTimezoneOffset() * 60_000;
    return new Date(Date.now() + ms - offsetMs).toISOString().slice(0, -1);
  };
  const zone = process.env.TZ;
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  for (process.env.TZ of ['Asia/Tokyo', 'America/Lima']) {
    const at = async (ms: number) =>
      (await tryToPublish(`${frontWith(`date: ${localIn(ms)}`)}\nOne.\n`)).problem;
    expect(await at(-hourMs)).toBeUndefined();
    expect(await at(hourMs)).toMatch(/yet to come/);
  }
});

testOnEachEngine('optional fields that a file has no more are emptied', async ({ storage }) => {
  const { write, change, publish, blog } = await fileOn(storage);
  write(`${frontWith('tags: Kites, Sails', 'image_alt: A kite')}\nOne.\n`);
  const { id } = await publish();
  expect(await blog(id)).toMatchObject({ tags: 'Kites, Sails', imageAlt: 'A kite' });
  change('tags: Kites, Sails', 'tags:');
  change('image_alt: A kite\n', '');
  await publish();
  expect(await blog(id)).toMatchObject({ tags: '', imageAlt: '' });
});

/** Front matter with a field for the id that says nothing. */
const emptyIds: Readonly<Record<string, (front: string) => string>> = {
  YAML: (front) => front.replace('\n', '\nID: # from the site\n'),
  TOML: (front) => front.replace('\n', '\nid = ""\n'),
  JSON: (front) => front.replace('\n', '\n  "id": "",\n'),
  'JSON in one line': (front) => front.replace('{', '{"id": null,'),
};

testOnEachEngine(
  'a file keeps its byte order mark and its line ends, and gets one id whatever its field held',
  async ({ storage }) => {
    const { read, write, change, publish, blog } = await fileOn(storage);
    for (const [language, front] of Object.entries(fronts)) {
      for (const empty of ['', 'id']) {
        const filled = empty ? (emptyIds[language]?.(front) ?? '') : front;
        write(`\uFEFF${filled}\nOne ${language} ${empty}.\n`.replaceAll('\n', '\r\n'));
        const { id } = await publish();
        expect(read()).toMatch(/^\uFEFF(?:(?:---|\+\+\+|\{)\r\n|\{")/);
        expect(read()).not.toMatch(/[^\r]\n/);
        expect(read().match(/\bid"?\s*[:=]/gi)).toHaveLength(1);
        change('One', 'Two');
        expect(await publish()).toMatchObject({ id, isNew: false });
        expect((await blog(id)).longDescription).toMatch(/^Two/);
      }
    }
  },
);

test('only the field itself is written, and a file that can’t take it is left as it is', async () => {
  const { url: site } = await startStub();
  const file = path.join(newFolder(), 'post.md');
  const published = async (source: string) => {
    writeFileSync(file, source);
    const problem = await publishFile({ file, site, token: 'hub_x' }).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { problem, text: readFileSync(file, 'utf8') };
  };
  const nested = fronts.JSON.replace('{\n', '{\n  "author": {\n    "id": "7"\n  },\n');
  const { text: inJson } = await published(`${nested}\nOne.\n`);
  expect(inJson).toContain('"id": "7"');
  expect(inJson).toMatch(/^\{\n {2}"id": "one",\n {2}"etag": "1-/);

  const last = fronts.JSON.replace(/\n\}/, ',\n  "id": ""\n}');
  expect((await published(`${last}\nOne.\n`)).text).toContain('\n  "id": "one"\n}');

  const folded = `${frontWith('id:', '  - 7')}\nOne.\n`;
  const { problem, text: kept } = await published(folded);
  expect(problem).toMatch(/could not be written.*id: "one" and etag: "1-.*--id one from now on/);
  expect(kept).toBe(folded);
});

test('what an author wrote while the file was sent stays in it', async () => {
  const file = path.join(newFolder(), 'post.md');
  const { url: site } = await startStub([], () =>
    writeFileSync(file, `${fronts.YAML}\nMore words.\n`),
  );
  writeFileSync(file, `${fronts.YAML}\nWords.\n`);
  await publishFile({ file, site, token: 'hub_x' });
  expect(readFileSync(file, 'utf8')).toMatch(/^---\nid: one\n[\s\S]*\nMore words\.\n$/);
});

testOnEachEngine('an id that names no blog here is traced to its line', async ({ storage }) => {
  const { write, publish } = await fileOn(storage);
  write(`${frontWith('id: 42')}\nOne.\n`);
  await expect(publish()).rejects.toThrow(
    /does not exist.*"id: 42" in the front matter.*remove that line/,
  );
  await expect(publish({ id: '43' })).rejects.toThrow(/removed\.$/);
});

test('a file in another encoding is not damaged', async () => {
  const latin1 = Buffer.from(`${fronts.YAML}\nCafé.\n`, 'latin1');
  expect(await tryToPublish(latin1)).toMatchObject({
    problem: expect.stringMatching(/not UTF-8/),
    requests: [],
  });
});

test('a token is taken without the white space around it, and another text isn’t sent', async () => {
  const source = `${fronts.YAML}\nOne.\n`;
  const { problem, requests } = await tryToPublish(source, ' hub_x\r\n');
  expect([problem, requests[0]?.authorization]).toEqual([undefined, 'Bearer hub_x']);
  for (const token of ['hub_\nx', 'hub_ž', 'hub_x y', '“hub_x”', ' ']) {
    const refused = await tryToPublish(source, token);
    expect(refused.problem).toMatch(/CONTENT_HUB_TOKEN doesn’t look like a token/);
    expect(refused.requests).toEqual([]);
  }
});
