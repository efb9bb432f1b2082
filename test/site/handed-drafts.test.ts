import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { blogNotFound, oneBlog } from '../../src/blog/contract.ts';
import { renameInQuestion } from '../../src/features/moderation/feature.ts';
import { notifications } from '../../src/features/notifications/contract.ts';
import {
  handOver,
  handOvers,
  importedAuthors,
  takeBackHandOver,
} from '../../src/features/ownership/contract.ts';
import { claimTexts } from '../../src/features/ownership/server/claim-job.ts';
import { sharePictures } from '../../src/features/pictures/feature.ts';
import { namedPictures } from '../../src/features/pictures/server/named-pictures.ts';
import { sent } from '../../src/features/pictures/server/testing-pictures.ts';
import type { ForeignText } from '../../src/features/transfer/server/import/foreign.ts';
import {
  discardDraft,
  draftNotFound,
  myDrafts,
  oneDraft,
  saveDraft,
} from '../../src/features/writing/drafts/contract/drafts.ts';
import { makePreviewLink } from '../../src/features/writing/drafts/contract/preview-link.ts';
import { moveDrafts } from '../../src/features/writing/feature.ts';
import { draftStates } from '../../src/features/writing/history/contract.ts';
import {
  othersBlog,
  takeOthersBlogBack,
} from '../../src/features/writing/others-texts/contract.ts';
import { restoreBlog, takeBlogBack } from '../../src/features/writing/own-texts/contract.ts';
import { addBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import { scheduleDraft } from '../../src/features/writing/publishing/contract/schedule.ts';
import { givenMember, type Member, problemOf } from '../../src/identity/testing.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../src/storage/testing.ts';
import {
  blogsIn,
  exportOf,
  foreignText,
  plainPicture,
  published,
  run,
} from './imports/testing-imports.ts';

const privateText = (key: string, given: Partial<ForeignText> = {}) =>
  foreignText(key, { state: 'private', ...given });

/** A site with private texts of an imported author, an owner, and Ben, who gets them. */
async function start(storage: Storage, texts: readonly ForeignText[], files = {}) {
  const { url } = await listen(storage, { READING: 'public' });
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  const ben = await givenMember(storage, url, 'Ben');
  await run(storage, exportOf(texts, files));
  const blogs = await blogsIn(storage);
  const [author] = (await owner.call(importedAuthors, { query: {} })).body.authors;
  const authorId = author?.id ?? '';
  const give = (to: Member, blogId: string | null = null) =>
    owner.call(handOver, { body: { authorId, email: to.person.email, blogId } });
  async function undo() {
    const [latest] = (await owner.call(handOvers, {})).body;
    await owner.call(takeBackHandOver, { params: { id: latest?.id ?? '' } });
  }
  return { url, owner, ben, ids: blogs.map(({ id }) => id), give, undo };
}

const titlesOf = async (who: Member) =>
  (await who.call(myDrafts, { query: {} })).body.map(({ title }) => title).toSorted();

/** Writes on in a draft; resolves to its new revision. */
async function writeOn(who: Member, key: string, longDescription: string): Promise<string> {
  const { text, revision } = (await who.call(oneDraft, { params: { key } })).body;
  const body = { text: { ...text, longDescription }, baseTag: null, revision };
  const from = { device: 'laptop', sequence: 1 };
  return (await who.call(saveDraft, { params: { key }, body: { ...body, ...from } })).body.revision;
}

const wordsOf = async (who: Member, key: string) =>
  (await who.call(oneDraft, { params: { key } })).body.text.longDescription;

testOnBothEngines(
  'an imported draft that is handed over is a draft of its new author, to write on and publish',
  async ({ storage }) => {
    const cover = { address: 'cover.png', alternativeText: 'A shade' };
    const text = privateText('a', { cover, tags: ['Kites'] });
    const files = { 'cover.png': await plainPicture(33) };
    const { ben, owner, ids, give } = await start(storage, [text], files);
    const [id = ''] = ids;
    await give(ben, id);
    const [listed] = (await ben.call(myDrafts, { query: {} })).body;
    expect(listed).toMatchObject({
      key: id,
      title: 'About a',
      isOfBlog: false,
      wasPublished: false,
      savedAt: new Date(published).toISOString(),
    });
    const draft = (await ben.call(oneDraft, { params: { key: id } })).body;
    expect(draft.text).toMatchObject({ title: 'About a', tags: 'Kites', imageAlt: 'A shade' });
    expect(namedPictures(draft.text.imageUrl).size).toBe(1);
    const archive = await (await ben.request('/api/myBlogs/export')).text();
    expect(archive).toContain('about-a');
    const [notice] = (await ben.call(notifications, { query: {} })).body;
    expect(notice?.decision?.outcome).toBe('handed-over');
    const problem = await problemOf(owner.call(oneDraft, { params: { key: id } }));
    expect(draftNotFound.is(problem)).toBe(true);

    // Nobody published it: there is nothing to publish again.
    const restored = await problemOf(ben.call(restoreBlog, { params: { id } }));
    expect(blogNotFound.is(restored)).toBe(true);
    expect((await problemOf(ben.call(oneBlog, { params: { id } }))).status).toBe(404);

    const revision = await writeOn(ben, id, 'Written on.');
    const states = (await ben.call(draftStates, { params: { key: id } })).body;
    expect(states.map(({ title }) => title)).toEqual(['About a']);
    const body = { ...draft.text, longDescription: 'Written on.', draft: { key: id, revision } };
    expect((await ben.call(addBlog, { body: body as never })).body._id).toBe(id);
    expect((await ben.call(oneBlog, { params: { id } })).body).toMatchObject({
      longDescription: 'Written on.',
      createdAt: new Date(published).toISOString(),
      author: { name: 'Ben' },
    });
    expect(await titlesOf(ben)).toEqual([]);
    // Once published, it can be a draft and be published again.
    await ben.call(takeBlogBack, { params: { id } });
    expect((await ben.call(myDrafts, { query: {} })).body[0]?.wasPublished).toBe(true);
    await ben.call(restoreBlog, { params: { id } });
  },
);

testOnBothEngines(
  'all drafts of an imported author go to an account by a hand-over, or once it proves the address',
  async ({ storage }) => {
    const texts = [privateText('a'), privateText('b', { state: 'draft' }), foreignText('c')];
    const { ben, give, undo } = await start(storage, texts);
    await give(ben);
    expect(await titlesOf(ben)).toEqual(['About a', 'About b']);
    await undo();
    expect(await titlesOf(ben)).toEqual([]);

    const mara = await givenMember(storage, 'http://site.example', 'Mara');
    const values = { person_id: mara.person.id, is_email_verified: 1, generation: 1 };
    await storage.write(async ({ db }) => {
      await db
        .insertInto('credentials')
        .values(values as never)
        .execute();
      const email = { email: 'mara@old.example' };
      await db.updateTable('people').set(email).where('id', '=', mara.person.id).execute();
    });
    const claim = () => {
      const ports = { sharePictures, moveDrafts, renameInQuestion };
      return claimTexts({ storage, ...ports, onHandedOver: async () => {} });
    };
    const draftsOfMara = async () => {
      const rows = await storage.writer
        .selectFrom('saved_drafts')
        .select('title')
        .where('person_id', '=', mara.person.id)
        .orderBy('title')
        .execute();
      return rows.map(({ title }) => title);
    };
    await claim();
    expect(await draftsOfMara()).toEqual(['About a', 'About b']);
    // A newer export leaves what is hers, and brings what it has besides.
    const newer = [privateText('a', { markdown: 'Other words.' }), privateText('d')];
    const { lines } = await run(storage, exportOf(newer));
    expect(lines).toEqual([expect.stringContaining('a | skipped'), 'd | imported']);
    await claim();
    expect(await draftsOfMara()).toEqual(['About a', 'About b', 'About d']);
  },
);

testOnBothEngines(
  'an undone hand-over takes a draft back with what was written in it, and its next author has all of it',
  async ({ storage }) => {
    const { ben, owner, url, ids, give, undo } = await start(storage, [privateText('a')]);
    const eve = await givenMember(storage, url, 'Eve');
    const [key = ''] = ids;
    await give(ben);
    const { address } = await sent(ben, await plainPicture(44));
    const words = `Ben wrote on.\n\n![](${address})`;
    const revision = await writeOn(ben, key, words);
    await ben.call(makePreviewLink, { params: { key } });
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    await ben.call(scheduleDraft, { params: { key }, body: { publishAt, revision } });
    await undo();
    expect(draftNotFound.is(await problemOf(ben.call(oneDraft, { params: { key } })))).toBe(true);
    expect((await ben.call(draftStates, { params: { key } })).body).toEqual([]);
    const left = await storage.writer
      .selectFrom('saved_drafts')
      .select(['publish_at', 'preview_hash'])
      .execute();
    expect(left).toEqual([{ publish_at: null, preview_hash: null }]);

    await give(eve);
    expect(await wordsOf(eve, key)).toBe(words);
    expect((await eve.call(draftStates, { params: { key } })).body).toHaveLength(1);
    const owners = await storage.writer
      .selectFrom('pictures')
      .select('owner_id')
      .where('owner_id', '=', eve.person.id)
      .execute();
    expect(owners).toHaveLength(1);
    // What Eve deletes comes back as it was.
    await eve.call(discardDraft, { params: { key }, query: {} });
    await undo();
    await give(owner);
    expect(await titlesOf(owner)).toEqual(['About a']);
    expect(await wordsOf(owner, key)).toBe(words);
  },
);

testOnEachEngine(
  'a draft in which nobody wrote follows a newer import after its hand-over was undone',
  async ({ storage }) => {
    const { ben, ids, give, undo } = await start(storage, [privateText('a')]);
    await give(ben);
    await undo();
    const newer = privateText('a', { markdown: 'Newer words.' });
    expect((await run(storage, exportOf([newer]))).lines).toEqual(['a | updated']);
    await give(ben);
    expect(await wordsOf(ben, ids[0] ?? '')).toBe('Newer words.');
  },
);

testOnEachEngine(
  'a blog of an imported author that an editor took back is handed over as a draft',
  async ({ storage }) => {
    const { ben, owner, ids, give } = await start(storage, [foreignText('a')]);
    const [id = ''] = ids;
    await owner.call(takeOthersBlogBack, { params: { id } });
    await give(ben);
    expect((await ben.call(myDrafts, { query: {} })).body).toMatchObject([
      { key: id, wasPublished: true },
    ]);
    expect((await owner.call(othersBlog, { params: { id } })).body.isTakenBack).toBe(true);
    await ben.call(restoreBlog, { params: { id } });
    expect((await ben.call(oneBlog, { params: { id } })).body.title).toBe('About a');
  },
);
