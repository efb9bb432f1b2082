import { expect } from 'vitest';
import { holdText } from '../../../../blog/server/held/moderation-holds.ts';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { addBlog } from '../../publishing/contract/publishing.ts';
import { discardDraft, myDrafts, saveDraft } from '../contract/drafts.ts';
import { endPreviewLink, makePreviewLink, onePreview } from '../contract/preview-link.ts';

const key = '01890000-0000-7000-8000-000000000001';
const params = { key };
const body = { text, baseTag: null, revision: null, device: 'laptop', sequence: 1 };

testOnEachEngine(
  'a preview link shows the current draft without signing in, until it is replaced or ended',
  async ({ storage }) => {
    const { visitor, ...site } = await startBlogSite(storage);
    const ada = await site.member();
    const eve = await site.member('Eve');
    const { revision } = (await ada.call(saveDraft, { params, body })).body;
    const make = async () => (await ada.call(makePreviewLink, { params })).body.token;
    const look = (token: string) => visitor.call(onePreview, { params: { token } });
    const gone = { status: 404, code: 'preview-not-found' };

    const token = await make();
    const { body: preview, headers } = await look(token);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(preview).toMatchObject({ title: text.title, author: { name: 'Ada Lovelace' } });
    expect(preview.longDescriptionHtml).toContain('<em>algebraic</em>');
    expect(JSON.stringify(preview)).not.toContain('@example.org');
    expect(
      JSON.stringify(await storage.reader.selectFrom('saved_drafts').selectAll().execute()),
    ).not.toContain(token);

    const odd = { ...text, title: '', category: 'None', imageUrl: 'javascript:alert(1)' };
    await ada.call(saveDraft, { params, body: { ...body, text: odd, revision, sequence: 2 } });
    expect((await look(token)).body).toMatchObject({
      title: '',
      category: 'Other',
      imageUrl: '/images/categories/other.webp',
    });

    expect(await problemOf(eve.call(makePreviewLink, { params }))).toMatchObject({ status: 404 });
    expect(await problemOf(eve.call(endPreviewLink, { params }))).toMatchObject({ status: 404 });
    expect(await problemOf(look('guess'))).toMatchObject(gone);
    expect(await problemOf(look(token.toUpperCase()))).toMatchObject(gone);

    const another = await make();
    expect(await problemOf(look(token))).toMatchObject(gone);
    expect((await ada.call(myDrafts, { query: {} })).body).toMatchObject([{ hasPreview: true }]);
    await ada.call(endPreviewLink, { params });
    expect(await problemOf(look(another))).toMatchObject(gone);
    expect((await ada.call(myDrafts, { query: {} })).body).toMatchObject([{ hasPreview: false }]);
  },
);

testOnEachEngine(
  "a preview link ends when its draft or its author's account is deleted",
  async ({ storage }) => {
    const { visitor, ...site } = await startBlogSite(storage);
    const ada = await site.member();
    const status = async (token: string) => (await visitor.request(`/api/preview/${token}`)).status;
    const save = async () => (await ada.call(saveDraft, { params, body })).body.revision;
    const make = async () => (await ada.call(makePreviewLink, { params })).body.token;

    await save();
    const discarded = await make();
    expect(await status(discarded)).toBe(200);
    await ada.call(discardDraft, { params, query: {} });
    expect(await status(discarded)).toBe(404);

    const revision = await save();
    const published = await make();
    await ada.call(addBlog, { body: { ...text, draft: { key, revision } } });
    expect(await status(published)).toBe(404);

    await save();
    const ended = await make();
    await storage.write(({ db }) =>
      db
        .updateTable('people')
        .set({ ends_at: Date.now() + 1_000_000 })
        .where('id', '=', ada.person.id)
        .execute(),
    );
    expect(await status(ended)).toBe(404);
  },
);

testOnEachEngine(
  'a preview link shows neither hidden or removed blogs nor drafts of a suspended author',
  async ({ storage }) => {
    const { visitor, clock, ...site } = await startBlogSite(storage);
    const ada = await site.member();
    const { _id: id } = (await ada.call(addBlog, { body: text })).body;
    const status = async (token: string) => (await visitor.request(`/api/preview/${token}`)).status;
    async function share(of: string) {
      const address = { params: { key: of } };
      await ada.call(saveDraft, { ...address, body });
      return (await ada.call(makePreviewLink, address)).body.token;
    }
    const [ofBlog, ofDraft] = [await share(id), await share(key)];
    const hold = (state: 'waiting' | 'hidden' | 'removed') =>
      storage.write((write) =>
        holdText(write, { kind: 'blog', id, state, reason: 'Spam', now: 1 }),
      );
    for (const [state, expected] of [
      ['waiting', 200],
      ['hidden', 404],
      ['removed', 404],
    ] as const) {
      await hold(state);
      expect([state, await status(ofBlog), await status(ofDraft)]).toEqual([state, expected, 200]);
    }
    await storage.write(({ db }) =>
      db
        .updateTable('people')
        .set({ suspended_until: clock.now + 1_000, suspension_reason: 'Spam' })
        .where('id', '=', ada.person.id)
        .execute(),
    );
    expect(await status(ofDraft)).toBe(404);
    clock.now += 1_001;
    expect(await status(ofDraft)).toBe(200);
  },
);
