import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { givenBlogs } from '../../src/blog/server/testing.ts';
import { allTexts } from '../../src/blog/server/texts.ts';
import { addComment } from '../../src/features/comments/contract.ts';
import { latestBlogs } from '../../src/features/reading/contract/lists.ts';
import {
  restoreSettings,
  saveSettings,
  settingsStates,
  siteSettings,
} from '../../src/features/settings/contract/settings.ts';
import { createCaller, givenMember, problemOf } from '../../src/identity/testing.ts';
import type { OwnSettings } from '../../src/platform/site/own-settings.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type EngineTest, testOnEachEngine } from '../../src/storage/testing.ts';

/** A site with an owner, and a function to save its settings. */
async function start(storage: Storage, variables: Readonly<Record<string, string>> = {}) {
  const { url } = await listen(storage, variables);
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  const visitor = createCaller(url);
  const textAt = async (path: string) => (await visitor.request(path)).text();
  let version = 0;
  async function save(settings: OwnSettings): Promise<void> {
    ({
      body: { version },
    } = await owner.call(saveSettings, { body: { version, settings } }));
  }
  return { url, owner, visitor, textAt, save };
}

/** On PostgreSQL another process learns of a commit by a notification, a moment later; on SQLite at once. */
async function seenBy({ engine }: EngineTest, look: () => Promise<string>, text: string) {
  if (engine === 'sqlite') expect(await look()).toContain(text);
  else await expect.poll(look).toContain(text);
}

async function givenBlog(storage: Storage): Promise<string> {
  await givenBlogs(storage, [
    { title: 'On looms', author: { name: 'Ben', photo: null, bio: null } },
  ]);
  const { id } = await allTexts(storage.writer)
    .selectFrom('blogs')
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

const look: OwnSettings = {
  name: 'Ink & <Paper>',
  tagline: 'Since Tuesday',
  intro: 'What we found out.',
  accentLight: '#8b1e3f',
  accentDark: '#ff9eb5',
  footer: 'Made by hand.',
  social: [{ label: 'Letters', url: 'mailto:post@example.org' }],
  footerLinks: [{ label: 'Imprint', url: 'https://example.org/imprint' }],
};

testOnEachEngine('restoring the initial settings restores every page', async ({ storage }) => {
  const { textAt, owner, save } = await start(storage);
  const paths = ['/', '/contact', '/Account/signup', '/feed.xml', '/nowhere'];
  const before = await Promise.all(paths.map(textAt));
  expect(before[0]).toContain('<title>Home | The Content Hub</title>');
  expect(before[0]).not.toContain('/site/');
  await save(look);
  const { body } = await owner.call(siteSettings, {});
  await owner.call(restoreSettings, { body: { version: body.version, to: 0 } });
  const withoutStamp = (text: string | undefined) => text?.replace(/<updated>.*<\/updated>/, '');
  const after = await Promise.all(paths.map(textAt));
  expect(after.map(withoutStamp)).toEqual(before.map(withoutStamp));
});

testOnEachEngine(
  'saved settings are on every page at the next request, in each process',
  async (database) => {
    const { textAt, visitor, save, owner } = await start(database.storage);
    const other = createCaller((await listen(await database.open())).url);
    const homeOfOther = async () => (await other.request('/')).text();
    // Both processes have pages cached, for visitors and for members.
    expect(await textAt('/')).toContain('Welcome to the Content Hub');
    expect(await homeOfOther()).toContain('Welcome to the Content Hub');
    expect(await (await owner.request('/')).text()).toContain('Welcome to the Content Hub');
    await save(look);

    const home = await textAt('/');
    expect(home).toContain('<title>Home | Ink &amp; &lt;Paper&gt;</title>');
    expect(home).toContain('property="og:site_name" content="Ink &amp; &lt;Paper&gt;"');
    expect(home).toContain('property="og:title" content="Ink &amp; &lt;Paper&gt;"');
    expect(home).toContain('Welcome to Ink &amp; &lt;Paper&gt;');
    expect(home).toContain('What we found out.');
    expect(home).toContain('Since Tuesday');
    expect(home).toContain('Made by hand.');
    expect(home).toContain('href="mailto:post@example.org"');
    expect(home).toContain('<a href="https://example.org/imprint"');
    expect(home).toContain('<link rel="stylesheet" href="/site/accent/8b1e3f-ff9eb5">');
    expect(home).not.toContain('Providing reliable Blog');
    expect(home.replaceAll('the-content-hub', '')).not.toMatch(/Content Hub/i);
    await seenBy(database, homeOfOther, 'Welcome to Ink &amp; &lt;Paper&gt;');
    expect(await (await owner.request('/')).text()).toContain('Welcome to Ink &amp; &lt;Paper&gt;');

    expect(await textAt('/feed.xml')).toContain('<title>Ink &amp; &lt;Paper&gt;</title>');
    expect(await textAt('/api/openapi.json')).toContain('"title":"Ink & <Paper>"');
    expect(await textAt('/nowhere')).toContain('Page Not Found | Ink &amp; &lt;Paper&gt;');
    expect(await (await visitor.request('/site/manifest.webmanifest')).json()).toMatchObject({
      name: 'Ink & <Paper>',
      short_name: 'Ink & <Paper>',
      description: 'What we found out.',
    });
    for (const path of ['/All-blogs', '/Featured-Blogs', '/contact', '/Account/signin']) {
      expect(await textAt(path), path).not.toMatch(/The Content Hub/);
    }
  },
);

testOnEachEngine(
  'settings saved by another owner meanwhile are not overwritten',
  async ({ storage }) => {
    const { owner, save, url } = await start(storage);
    await save({ name: 'First' });
    const late = { version: 0, settings: { name: 'Second' } };
    expect(await problemOf(owner.call(saveSettings, { body: late }))).toMatchObject({
      status: 412,
      code: 'settings-changed',
    });
    const second = await givenMember(storage, url, 'Otto', 'owner');
    const saves = [owner, second].map((one, index) =>
      one.call(saveSettings, { body: { version: 1, settings: { name: `Name ${index}` } } }),
    );
    const statuses = (await Promise.allSettled(saves)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected']);
    const { body } = await owner.call(siteSettings, {});
    expect([body.version, body.settings.name]).toEqual([
      2,
      `Name ${statuses.indexOf('fulfilled')}`,
    ]);
  },
);

testOnEachEngine(
  'every earlier state of the settings can be restored, and each step is recorded',
  async ({ storage }) => {
    const { owner, save, textAt } = await start(storage);
    await save({ name: 'Looms' });
    await save({ name: 'Looms', tagline: 'Warp and weft' });
    // Saving without a change creates no state.
    await save({ name: 'Looms', tagline: 'Warp and weft' });
    await owner.call(restoreSettings, { body: { version: 2, to: 1 } });
    expect(await textAt('/')).toContain('Providing reliable Blog since 1992');
    await owner.call(restoreSettings, { body: { version: 3, to: 0 } });
    expect(await textAt('/')).toContain('Home | The Content Hub');

    const { body } = await owner.call(settingsStates, {});
    expect(body).toMatchObject([
      { version: 4, restoredFrom: 0, changed: ['name'], by: 'Olga' },
      { version: 3, restoredFrom: 1, changed: ['tagline'] },
      { version: 2, restoredFrom: null, changed: ['tagline'] },
      { version: 1, restoredFrom: null, changed: ['name'] },
    ]);
    const gone = owner.call(restoreSettings, { body: { version: 4, to: 99 } });
    expect(await problemOf(gone)).toMatchObject({ status: 404 });
    const acts = await storage.writer
      .selectFrom('acts')
      .select(['act', 'subject_kind', 'subject_id', 'subject_label', 'by_id'])
      .orderBy('id')
      .execute();
    const by_id = owner.person.id;
    const subject_kind = 'setting';
    expect(acts).toEqual([
      { act: 'settings-saved', subject_kind, subject_id: '1', subject_label: 'name', by_id },
      { act: 'settings-saved', subject_kind, subject_id: '2', subject_label: 'tagline', by_id },
      { act: 'settings-restored', subject_kind, subject_id: '3', subject_label: 'tagline', by_id },
      { act: 'settings-restored', subject_kind, subject_id: '4', subject_label: 'name', by_id },
    ]);
  },
);

testOnEachEngine('the saved reading setting overrides READING', async (database) => {
  const { storage } = database;
  const { textAt, visitor, save, owner, url } = await start(storage);
  const blogId = await givenBlog(storage);
  const comments = () => visitor.request(`/api/addcomment?blogId=${blogId}`);
  expect((await comments()).status).toBe(401);
  expect(await textAt(`/blog/${blogId}`)).not.toContain('No comments yet.');

  await save({ reading: 'public' });
  expect((await comments()).status).toBe(200);
  expect(await textAt(`/blog/${blogId}`)).toContain('No comments yet.');
  // A page that is now public is rendered again with what only members saw before.
  const ada = await givenMember(storage, url);
  await ada.call(addComment, { body: { blogId, comment: 'Well woven.' } });
  expect(await textAt(`/blog/${blogId}`)).toContain('Well woven.');

  await owner.call(saveSettings, { body: { version: 1, settings: {} } });
  expect((await comments()).status).toBe(401);
  expect(await textAt(`/blog/${blogId}`)).not.toContain('Well woven.');
});

testOnEachEngine(
  'a site with READING=public can be restricted to members by its owner',
  async ({ storage }) => {
    const { visitor, save, owner } = await start(storage, { READING: 'public' });
    const blogId = await givenBlog(storage);
    const comments = () => visitor.request(`/api/addcomment?blogId=${blogId}`);
    expect((await comments()).status).toBe(200);
    expect((await owner.call(siteSettings, {})).body.machine).toEqual({ reading: 'public' });
    await save({ reading: 'members' });
    expect((await comments()).status).toBe(401);
  },
);

testOnEachEngine(
  'colours and marks of the settings are validated and serialized anew',
  async ({ storage }) => {
    const { visitor, textAt, save } = await start(storage);
    const styles = await visitor.request('/site/accent/8b1e3f-none');
    expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(styles.headers.get('cache-control')).toContain('immutable');
    expect(await styles.text()).toMatch(
      /^:root:not\(\.dark\)\{--accent:oklch\([\d. ]+\);--accent-strong:oklch\([\d. ]+\);--accent-wash:oklch\([\d. ]+\)\}\n$/,
    );
    for (const path of [
      '/site/accent/8b1e3f-none}body{x',
      '/site/accent/%7D-none',
      '/site/accent/8b1e3f',
      '/site/mark/A%3Cb-none',
      '/site/mark/ABCD-none',
    ]) {
      expect((await visitor.request(path)).status, path).toBe(400);
    }
    await save({ markLetters: 'Ö1', accentLight: '#8b1e3f' });
    const home = await textAt('/');
    expect(home).toContain('<link rel="icon" href="/site/mark/%C3%961-8b1e3f">');
    expect(home).not.toContain('/images/mark.svg');
    const mark = await visitor.request('/site/mark/%C3%961-8b1e3f');
    expect(mark.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(await mark.text()).toContain('fill="#8b1e3f"');
  },
);

testOnEachEngine(
  'on a site by invitation members read whole blogs, and everybody sees summaries in pages and lists',
  async ({ storage }) => {
    await givenBlogs(storage, [
      { title: 'Looms', shortDescription: 'What they weave.', longDescription: 'Warp and weft.' },
    ]);
    const { url, owner, visitor, save } = await start(storage);
    const ada = await givenMember(storage, url);
    const hint = async () => (await owner.request('/Manage/settings')).text();
    const pictures = 'Pictures inside texts are served to anybody who has their address.';
    expect(await hint()).toContain(`to anybody. ${pictures}`);
    const [blog] = (await visitor.call(latestBlogs, {})).body;
    const path = `/api/blog/${blog?._id}`;
    const statusFor = async (who: typeof visitor) => (await who.request(path)).status;
    const madeUp = createCaller(url, `session=${'x'.repeat(43)}`);
    expect(await (await visitor.request(path)).text()).toContain('Warp and weft.');

    for (const signUp of ['invited', 'nobody'] as const) {
      await save({ signUp });
      await expect.poll(() => statusFor(visitor)).toBe(401);
      expect(await statusFor(madeUp)).toBe(401);
    }
    const read = await ada.request(path);
    expect(await read.text()).toContain('Warp and weft.');
    expect(read.headers.get('cache-control')).toBe('private, no-store');
    const shown = [`/blog/${blog?._id}`, `${path}/card`, '/feed.xml', '/api/allBlogs?search=looms'];
    for (const place of shown) {
      const reply = await visitor.request(place);
      expect(reply.status, place).toBe(200);
      const words = await reply.text();
      expect(words, place).toContain('What they weave.');
      expect(words, place).not.toContain('Warp and weft.');
    }
    expect(await (await visitor.request('/sitemap.xml')).text()).toContain(blog?._id);
    expect(await hint()).toContain(`to members only. ${pictures}`);

    await save({ signUp: 'invited', reading: 'public' });
    await expect.poll(() => statusFor(visitor)).toBe(200);
    expect(await hint()).not.toContain(pictures);
  },
);
