import { expect, onTestFinished } from 'vitest';
import { startMemberSite } from '../../../identity/testing.ts';
import type { Layout } from '../../../platform/markdown/layout-bounds.ts';
import { rendererVersion } from '../../../platform/markdown/renderer-version.ts';
import type { TextLayout } from '../../../platform/threads/text-layout.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { blogTags, oneBlog } from '../../contract.ts';
import { blogAnswers } from '../blog-answers.ts';
import { givenBlogs } from '../testing.ts';
import { allTexts } from '../texts.ts';
import { findOutdated, findOutdatedText } from './kept-html.ts';
import { layOutAgain } from './lay-out-again.ts';
import { startRenewal } from './renew-html.ts';

/** A layout without threads that records the texts it was given. */
function standIn(layOut: (text: string) => Promise<Layout | undefined> = async () => undefined) {
  const asked: string[] = [];
  const layout: TextLayout = {
    layOut(text) {
      asked.push(text);
      return layOut(text);
    },
    async close() {},
  };
  return { layout, asked };
}

const made = async (text: string) => ({
  html: `<p>New: ${text}</p>`,
  wordCount: 1,
  undescribed: 0,
});

function throwError(error: unknown): never {
  throw error;
}

async function start(storage: Storage, layout: TextLayout) {
  const site = await startMemberSite(storage, () =>
    blogAnswers({ storage, layout, onError: throwError }),
  );
  const ids = (
    await allTexts(storage.reader).selectFrom('blogs').select('id').orderBy('id').execute()
  ).map(({ id }) => id);
  const htmlOf = async (id = ids[0] ?? '') =>
    (await site.visitor.call(oneBlog, { params: { id } })).body.longDescriptionHtml;
  return { ids, htmlOf };
}

/** Resets the HTML as after an upgrade from a version that stored none. */
function forgetHtml(storage: Storage) {
  return storage.write(({ db }) =>
    db
      .updateTable('blog_html')
      .set({ html: '', renderer: '', blog_version: 0, blog_updated_at: 0 })
      .execute(),
  );
}

function keptRows(storage: Storage) {
  return storage.reader.selectFrom('blog_html').select(['html', 'renderer']).execute();
}

testOnEachEngine(
  'reading a blog uses its stored HTML and lays out nothing',
  async ({ storage }) => {
    await givenBlogs(storage, [{ longDescription: 'A *b*' }]);
    const { layout, asked } = standIn();
    const { htmlOf } = await start(storage, layout);
    expect(await htmlOf()).toBe('<p>A <em>b</em></p>');
    expect(asked).toEqual([]);
  },
);

testOnEachEngine(
  'a text without HTML is laid out once for concurrent and later readers',
  async ({ storage }) => {
    await givenBlogs(storage, [{ longDescription: 'Old' }]);
    await forgetHtml(storage);
    const { layout, asked } = standIn(made);
    const { htmlOf } = await start(storage, layout);
    const all = await Promise.all(Array.from({ length: 5 }, () => htmlOf()));
    expect(new Set(all)).toEqual(new Set(['<p>New: Old</p>']));
    expect(await htmlOf()).toBe('<p>New: Old</p>');
    expect(asked).toEqual(['Old']);
  },
);

testOnEachEngine(
  'a text without HTML that exceeds the layout limits is shown as plain paragraphs and not tried again',
  async ({ storage }) => {
    await givenBlogs(storage, [{ longDescription: '> *a*\n\n<b>' }]);
    await forgetHtml(storage);
    const { layout, asked } = standIn();
    const { htmlOf } = await start(storage, layout);
    expect(await htmlOf()).toBe('<p>&gt; *a*</p>\n<p>&lt;b&gt;</p>');
    await htmlOf();
    await startRenewal({ storage, layout, onError: throwError }).ended;
    expect(asked).toHaveLength(1);
  },
);

testOnEachEngine('HTML of an earlier save is not shown with a later text', async ({ storage }) => {
  await givenBlogs(storage, [{ longDescription: 'First' }]);
  // As a process of an older version saves, which stores no HTML.
  await storage.write(({ db }) =>
    allTexts(db).updateTable('blogs').set({ long_description: 'Second', version: 2 }).execute(),
  );
  const { htmlOf } = await start(storage, standIn(made).layout);
  expect(await htmlOf()).toBe('<p>New: Second</p>');
});

testOnEachEngine(
  'HTML of another renderer version is renewed in the background, and readers get the old HTML meanwhile',
  async ({ storage }) => {
    await givenBlogs(storage, [{ longDescription: 'One' }, { longDescription: 'Two' }]);
    await storage.write(({ db }) =>
      db.updateTable('blog_html').set({ renderer: 'older', html: '<p>Old</p>' }).execute(),
    );
    const touched: string[] = [];
    onTestFinished(storage.onChange((tags) => touched.push(...tags)));
    const open = Promise.withResolvers<void>();
    const { layout, asked } = standIn(async (text) => {
      await open.promise;
      return made(text);
    });
    const { ids, htmlOf } = await start(storage, layout);
    const renewal = startRenewal({ storage, layout, onError: throwError });
    const other = startRenewal({ storage, layout, onError: throwError });
    expect(await htmlOf()).toBe('<p>Old</p>');
    open.resolve();
    await Promise.all([renewal.ended, other.ended]);
    expect(new Set(await Promise.all(ids.map(htmlOf)))).toEqual(
      new Set(['<p>New: One</p>', '<p>New: Two</p>']),
    );
    expect(new Set(touched)).toEqual(new Set(ids.map(blogTags.one)));
    for (const { renderer } of await keptRows(storage)) expect(renderer).toBe(rendererVersion);
    const before = asked.length;
    await startRenewal({ storage, layout, onError: throwError }).ended;
    expect(asked).toHaveLength(before);
  },
);

testOnEachEngine(
  'HTML of an old text is not stored if the text was saved during the layout',
  async ({ storage }) => {
    await givenBlogs(storage, [{ longDescription: 'Old' }]);
    await forgetHtml(storage);
    const { layout } = standIn(async (text) => {
      await storage.write(({ db }) =>
        allTexts(db).updateTable('blogs').set({ long_description: 'Newer', version: 2 }).execute(),
      );
      return made(text);
    });
    const [id = ''] = await findOutdated(storage.reader, 1);
    const text = await findOutdatedText(storage.reader, id);
    if (!text) throw new Error('There is no text to lay out.');
    expect(await layOutAgain({ storage, layout }, text, 'test')).toBe('<p>New: Old</p>');
    expect(await keptRows(storage)).toEqual([{ html: '', renderer: '' }]);
  },
);

testOnEachEngine('deleting a blog deletes its HTML', async ({ storage }) => {
  await givenBlogs(storage, [{}]);
  await storage.write(({ db }) => allTexts(db).deleteFrom('blogs').execute());
  expect(await keptRows(storage)).toEqual([]);
});
