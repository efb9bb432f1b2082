import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { importPorts } from '../../../src/app/site-parts.ts';
import {
  beginImport,
  endImport,
  importReport,
  importState,
  startImport,
} from '../../../src/features/transfer/import-contract.ts';
import type { ForeignExport } from '../../../src/features/transfer/server/import/foreign.ts';
import { openForeignExport } from '../../../src/features/transfer/server/import/formats/open-foreign-export.ts';
import { importAnswers } from '../../../src/features/transfer/server/import/uploads/import-answers.ts';
import { openImportFolder } from '../../../src/features/transfer/server/import/uploads/import-folder.ts';
import { runImports } from '../../../src/features/transfer/server/import/uploads/run-imports.ts';
import { type Member, problemOf, startMemberSite } from '../../../src/identity/testing.ts';
import { OutgoingFailure } from '../../../src/platform/outgoing/fetch-public.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';
import {
  blogsIn,
  commentsIn,
  exportOf,
  foreignComment,
  foreignSubscriber,
  foreignText,
} from './testing-imports.ts';

const file = Buffer.from('an export of another system');

async function startImportSite(storage: Storage, foreign: ForeignExport | undefined) {
  const root = mkdtempSync(path.join(tmpdir(), 'content-hub-imports-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = openImportFolder(root);
  const proofs: string[] = [];
  const site = await startMemberSite(storage, (parts) =>
    importAnswers({
      ...parts,
      folder,
      confirm: async ({ password }) => proofs.push(password),
    }),
  );
  const errors: unknown[] = [];
  const read: string[] = [];
  const opened: { current: ForeignExport | undefined | 'the file' } = { current: foreign };
  return {
    root,
    proofs,
    errors,
    read,
    opened,
    owner: await site.member('Olga', 'owner'),
    moderator: await site.member('Mary', 'moderator'),
    /** Runs the background job once. */
    work: (signal = new AbortController().signal) =>
      runImports(
        {
          storage,
          folder,
          ports: { ...importPorts, takePicture: async () => ({ reason: 'it is a test' }) },
          fetchPublic: async () => {
            throw new OutgoingFailure('It is a test.');
          },
          async open(target, options) {
            read.push(path.extname(target));
            if (opened.current === 'the file') return openForeignExport(target, options);
            return opened.current;
          },
          now: Date.now,
          onError: (error) => errors.push(error),
        },
        signal,
      ),
  };
}

const latest = async ({ call }: Member) => (await call(importState, {})).body.latest;

async function begin({ call }: Member, fileName = 'old.XML', bytes = file.length) {
  return (await call(beginImport, { body: { fileName, bytes } })).body.id;
}

function send({ request }: Member, id: string, offset: number, bytes: Buffer<ArrayBuffer>) {
  return request(`/api/manage/imports/${id}/parts?offset=${offset}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  });
}

const choices = { categories: [], opened: [], fetchesPictures: false, password: 'proof' };

testOnBothEngines(
  'an export is uploaded in parts, inspected, decided on, imported and reported',
  async ({ storage }) => {
    const foreign = exportOf([
      foreignText('one', { categories: ['Bikes'], comments: [foreignComment('1')] }),
      foreignText('paid', { audience: 'paying', name: '=paid' }),
      { kind: 'skip', name: 'menu', reason: 'it is a menu', isIntended: true },
      foreignSubscriber('one@reader.example'),
    ]);
    const { owner, moderator, root, proofs, read, errors, work } = await startImportSite(
      storage,
      foreign,
    );
    expect(await latest(owner)).toBe(null);
    const id = await begin(owner);
    // Only one import at a time.
    expect(await problemOf(begin(owner))).toMatchObject({ code: 'import-underway' });

    expect((await send(owner, id, 0, file.subarray(0, 10))).status).toBe(200);
    expect((await send(owner, id, 0, file.subarray(0, 10))).status).toBe(409);
    expect((await send(owner, id, 11, file.subarray(11))).status).toBe(409);
    expect((await send(owner, id, 10, Buffer.alloc(file.length))).status).toBe(409);
    expect((await send(moderator, id, 10, file.subarray(10))).status).toBe(404);
    expect(await latest(owner)).toMatchObject({ stage: 'uploading', received: 10 });
    expect((await send(owner, id, 10, file.subarray(10))).status).toBe(200);
    expect(await latest(owner)).toMatchObject({ stage: 'looking' });
    const [name = ''] = readdirSync(root);
    if (process.platform !== 'win32') {
      expect(statSync(path.join(root, name)).mode & 0o777).toBe(0o600);
    }
    expect(name).toBe(`${id}.xml`);

    await work();
    expect(await latest(owner)).toMatchObject({
      stage: 'ready',
      system: 'Old System',
      counts: null,
      preview: {
        counts: { texts: { in: 2 }, comments: { in: 1 }, subscribers: { in: 1 }, drafts: 1 },
        categories: [{ name: 'Bikes', becomes: 'Other', texts: 1 }],
        restricted: { 'signed-in': 0, paying: 1, password: 0 },
        authors: ['Mara Lind'],
      },
    });
    expect(await blogsIn(storage)).toEqual([]);
    const { body: ahead } = await owner.call(importReport, { params: { id } });
    expect(ahead.lines.map(({ name: item, outcome }) => [item, outcome])).toEqual([
      ['one', 'imported'],
      ['=paid', 'imported as a draft'],
      ['menu', 'skipped'],
    ]);

    const body = { ...choices, categories: [{ name: 'bikes', becomes: 'Travel' as const }] };
    await owner.call(startImport, { params: { id }, body });
    expect(proofs).toEqual(['proof']);
    const twice = owner.call(startImport, { params: { id }, body });
    expect(await problemOf(twice)).toMatchObject({ code: 'import-elsewhere' });
    await work();
    expect(await latest(owner)).toMatchObject({
      stage: 'done',
      done: 4,
      counts: { texts: { in: 2 }, comments: { in: 1 }, subscribers: { in: 1 }, drafts: 1 },
    });
    expect(
      (await blogsIn(storage)).map(({ title, category, state }) => [title, category, state]),
    ).toEqual([
      ['About one', 'Travel', 'published'],
      ['About paid', 'Other', 'draft'],
    ]);
    const { body: report } = await owner.call(importReport, { params: { id } });
    expect(report.lines.map(({ name: item, outcome, detail }) => [item, outcome, detail])).toEqual([
      ['one', 'imported', ''],
      ['=paid', 'imported as a draft', 'kept as a draft: only paying readers could read it there'],
      ['menu', 'skipped', 'it is a menu'],
    ]);
    const csv = await (await owner.request(`/api/manage/imports/${id}/report.csv`)).text();
    expect(csv.split('\r\n')[2]).toMatch(/^"text","'=paid","imported as a draft",/);
    expect((await moderator.request(`/api/manage/imports/${id}/report.csv`)).status).toBe(404);

    // The uploaded file is deleted, and the report contains no address.
    expect(readdirSync(root)).toEqual([]);
    expect(csv).not.toContain('@');
    expect([read, errors]).toEqual([['.xml', '.xml'], []]);
    const acts = await storage.reader.selectFrom('acts').select(['act', 'subject_label']).execute();
    expect(acts).toEqual([{ act: 'import-started', subject_label: 'old.XML' }]);
    await owner.call(endImport, { params: { id } });
    expect(await latest(owner)).toBe(null);
  },
);

testOnEachEngine(
  'an owner is asked once about all texts of which the export does not say who could read them',
  async ({ storage }) => {
    const foreign = exportOf([
      foreignText('one', { audience: 'unmarked' }),
      foreignText('own', { audience: 'signed-in', own: { category: 'Travel' } }),
      foreignText('two', { audience: 'unmarked' }),
      foreignText('unfinished', { audience: 'unmarked', state: 'draft' }),
    ]);
    const { owner, work } = await startImportSite(storage, foreign);
    const id = await begin(owner);
    await send(owner, id, 0, file);
    await work();
    const restricted = { 'signed-in': 1, invited: 0, paying: 0, password: 0, unmarked: 2 };
    expect((await latest(owner))?.preview?.restricted).toEqual(restricted);
    const body = { ...choices, opened: ['unmarked' as const] };
    await owner.call(startImport, { params: { id }, body });
    await work();
    expect((await blogsIn(storage)).map(({ title, state }) => [title, state])).toEqual([
      ['About one', 'published'],
      ['About own', 'draft'],
      ['About two', 'published'],
      ['About unfinished', 'draft'],
    ]);
  },
);

testOnBothEngines(
  'an import whose process ended is continued by another process',
  async ({ storage }) => {
    const stopping = new AbortController();
    const texts = ['a', 'b', 'c'].map((key) =>
      foreignText(key, { comments: [foreignComment('1')] }),
    );
    const whole = exportOf(texts);
    const { owner, opened, work } = await startImportSite(storage, whole);
    const id = await begin(owner);
    await send(owner, id, 0, file);
    await work();
    await owner.call(startImport, { params: { id }, body: choices });
    opened.current = {
      ...whole,
      async *items() {
        yield* texts.slice(0, 2);
        stopping.abort();
        yield* texts.slice(2);
      },
    };
    await work(stopping.signal);
    expect(await latest(owner)).toMatchObject({ stage: 'running', done: 2 });
    opened.current = whole;
    await work();
    expect(await latest(owner)).toMatchObject({
      stage: 'done',
      done: 3,
      counts: { texts: { in: 3, leftOut: 0 }, comments: { in: 3 } },
    });
    const { body } = await owner.call(importReport, { params: { id } });
    expect(body.lines.map(({ outcome }) => outcome)).toEqual(['imported', 'imported', 'imported']);
    expect(await commentsIn(storage)).toHaveLength(3);
  },
);

testOnEachEngine('an owner stops an import, and what was imported stays', async ({ storage }) => {
  const { owner, opened, root, work } = await startImportSite(storage, undefined);
  const id = await begin(owner);
  const texts = ['a', 'b', 'c'].map((key) => foreignText(key));
  opened.current = exportOf(texts);
  await send(owner, id, 0, file);
  await work();
  await owner.call(startImport, { params: { id }, body: choices });
  opened.current = {
    ...exportOf([]),
    async *items() {
      yield* texts.slice(0, 1);
      await owner.call(endImport, { params: { id } });
      yield* texts.slice(1);
    },
  };
  await work();
  expect(await latest(owner)).toMatchObject({ stage: 'stopped' });
  const titles = (await blogsIn(storage)).map(({ title }) => title);
  expect(titles).toContain('About a');
  expect(titles).not.toContain('About c');
  expect(readdirSync(root)).toEqual([]);
});

testOnEachEngine(
  'an uploaded file of an unknown format fails with a reason and is deleted',
  async ({ storage }) => {
    const { owner, root, errors, work } = await startImportSite(storage, undefined);
    const id = await begin(owner, '../../odd.exe');
    await send(owner, id, 0, file);
    expect(readdirSync(root)).toEqual([id]);
    await work();
    expect(await latest(owner)).toMatchObject({
      stage: 'failed',
      reason: expect.stringContaining('no export of a system that is known'),
    });
    expect(readdirSync(root)).toEqual([]);
    expect(errors).toEqual([]);
    // A finished import makes way for the next.
    expect(await begin(owner)).not.toBe(id);
  },
);

testOnEachEngine(
  'a single Markdown file is imported under its own name, and once',
  async ({ storage }) => {
    const { owner, opened, work } = await startImportSite(storage, undefined);
    opened.current = 'the file';
    const bytes = Buffer.from('---\ntitle: Tides\ndraft: false\n---\n\nTwice a day.\n');
    for (const outcome of ['imported', 'skipped']) {
      const id = await begin(owner, '2020-05-06-Tides.MD', bytes.length);
      await send(owner, id, 0, bytes);
      await work();
      expect(await latest(owner)).toMatchObject({ stage: 'ready', system: 'Markdown files' });
      await owner.call(startImport, { params: { id }, body: choices });
      await work();
      const { body } = await owner.call(importReport, { params: { id } });
      expect(body.lines).toMatchObject([{ name: '2020-05-06-Tides.MD', outcome }]);
    }
    expect(await blogsIn(storage)).toMatchObject([
      { title: 'Tides', created_at: Date.UTC(2020, 4, 6) },
    ]);
  },
);

testOnEachEngine(
  'a report says of how many items it has no line',
  { tags: 'slow' },
  async ({ storage }) => {
    const items = Array.from({ length: 20_003 }, (_, place) => ({
      kind: 'skip' as const,
      name: `menu ${place}`,
      reason: 'it is a menu',
      isIntended: true,
    }));
    const { owner, work } = await startImportSite(storage, exportOf(items));
    const id = await begin(owner);
    await send(owner, id, 0, file);
    for (const stage of ['ready', 'done']) {
      await work();
      expect(await latest(owner)).toMatchObject({ stage });
      const { body } = await owner.call(importReport, {
        params: { id },
        query: { after: '19998' },
      });
      expect(body.lines.map(({ name, outcome }) => [name, outcome])).toEqual([
        ['menu 19999', 'skipped'],
        ['3 more items', 'not listed'],
      ]);
      if (stage === 'ready') await owner.call(startImport, { params: { id }, body: choices });
    }
  },
);

testOnEachEngine(
  'an import that is ended while its file is looked at leaves nothing behind',
  async ({ storage }) => {
    const { owner, opened, errors, work } = await startImportSite(storage, undefined);
    const id = await begin(owner);
    await send(owner, id, 0, file);
    opened.current = {
      ...exportOf([]),
      async *items() {
        yield foreignText('a');
        await owner.call(endImport, { params: { id } });
        yield foreignText('b');
      },
    };
    await work();
    expect(await latest(owner)).toBe(null);
    expect(await storage.reader.selectFrom('import_lines').selectAll().execute()).toEqual([]);
    expect(errors).toEqual([]);
  },
);
