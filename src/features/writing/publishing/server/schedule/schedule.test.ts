import { afterAll, expect, vi } from 'vitest';
import { oneBlog } from '../../../../../blog/contract.ts';
import { holdText } from '../../../../../blog/server/held/moderation-holds.ts';
import { createAccountQuotas } from '../../../../../identity/quotas/account-quotas.ts';
import { type Member, problemOf } from '../../../../../identity/testing.ts';
import { createTextLayout } from '../../../../../platform/threads/text-layout.ts';
import type { Storage } from '../../../../../storage/storage.ts';
import { testOnEachEngine } from '../../../../../storage/testing.ts';
import { allBlogs } from '../../../../search/contract.ts';
import type { DraftText } from '../../../common/contract.ts';
import { startBlogSite, text, withoutReview } from '../../../common/server/testing-writing.ts';
import { myDrafts, oneDraft, saveDraft } from '../../../drafts/contract/drafts.ts';
import { takeBlogBack } from '../../../own-texts/contract.ts';
import { myHeldTexts } from '../../contract/held.ts';
import { addBlog } from '../../contract/publishing.ts';
import { scheduleDraft, unscheduleDraft } from '../../contract/schedule.ts';
import { type PublisherParts, publishDue, startPublisher } from './publish-scheduled.ts';

const key = '01890000-0000-7000-8000-000000000001';
const params = { key };
const hourMs = 60 * 60_000;
const layout = createTextLayout();
afterAll(() => layout.close());
const unbounded = {
  textBytes: Number.POSITIVE_INFINITY,
  writtenBytesPerDay: Number.POSITIVE_INFINITY,
  blogsPerDay: Number.POSITIVE_INFINITY,
  commentsPerDay: Number.POSITIVE_INFINITY,
};

/** Starts a site with a member who has a draft, and the parts of a publisher. */
async function startWithDraft(storage: Storage, blogsPerDay = Number.POSITIVE_INFINITY) {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  const now = () => site.clock.now;
  const quotas = createAccountQuotas({ limits: { ...unbounded, blogsPerDay }, now });
  const partsOn = (of: Storage): PublisherParts => ({
    storage: of,
    layout,
    quotas,
    revisionsKept: 5,
    ...withoutReview,
    now,
    onError(error) {
      throw error;
    },
  });
  return { site, ada, partsOn, revision: await save(ada, text, null) };
}

async function save(ada: Member, changed: DraftText, revision: string | null, sequence = 1) {
  const body = { text: changed, baseTag: null, revision, device: 'laptop', sequence };
  return (await ada.call(saveDraft, { params, body })).body.revision;
}

const at = (time: number) => new Date(time).toISOString();
const schedule = (ada: Member, time: number, revision: string) =>
  ada.call(scheduleDraft, { params, body: { publishAt: at(time), revision } });
const titlesOf = async (ada: Member) =>
  (await ada.call(allBlogs, { query: {} })).body.map(({ title }) => title);
const listOf = async (ada: Member, list: 'drafts' | 'scheduled') =>
  (await ada.call(myDrafts, { query: { list } })).body;

testOnEachEngine(
  'a scheduled draft is published once, at its time and not before',
  async (test) => {
    const { storage, open } = test;
    const { site, ada, partsOn, revision } = await startWithDraft(storage);
    const begun = site.clock.now;
    const publishAt = begun + hourMs;
    await schedule(ada, publishAt, revision);
    expect(await listOf(ada, 'drafts')).toEqual([]);
    expect(await listOf(ada, 'scheduled')).toMatchObject([{ key, publishAt: at(publishAt) }]);
    // Changes until then are published too.
    await save(ada, { ...text, title: 'On better engines' }, revision, 2);
    site.clock.now = publishAt - 1;
    await publishDue(partsOn(storage));
    expect(await titlesOf(ada)).toEqual([]);
    site.clock.now = publishAt;
    const processes = [storage, await open(), await open()];
    await Promise.all(processes.map((process) => publishDue(partsOn(process))));
    expect(await titlesOf(ada)).toEqual(['On better engines']);
    expect(await listOf(ada, 'scheduled')).toEqual([]);
    expect(await listOf(ada, 'drafts')).toEqual([]);
    const [blog] = (await ada.call(allBlogs, { query: {} })).body;
    const { body } = await ada.call(oneBlog, { params: { id: blog?._id ?? '' } });
    expect(body).toMatchObject({ createdAt: at(publishAt), authorId: ada.person.id });
    expect(body.longDescriptionHtml).toContain('<em>algebraic</em>');
  },
);

testOnEachEngine('a schedule can be changed and cancelled', async ({ storage }) => {
  const { site, ada, partsOn, revision } = await startWithDraft(storage);
  const begun = site.clock.now;
  await schedule(ada, begun + hourMs, revision);
  await schedule(ada, begun + 3 * hourMs, revision);
  site.clock.now = begun + 2 * hourMs;
  await publishDue(partsOn(storage));
  expect(await titlesOf(ada)).toEqual([]);
  await ada.call(unscheduleDraft, { params });
  site.clock.now = begun + 4 * hourMs;
  await publishDue(partsOn(storage));
  expect(await titlesOf(ada)).toEqual([]);
  expect(await listOf(ada, 'drafts')).toMatchObject([{ key, publishAt: null }]);
});

testOnEachEngine('an invalid schedule is refused with its reason', async (test) => {
  const { site, ada, revision } = await startWithDraft(test.storage);
  const { now } = site.clock;
  const refused = (time: number, seen = revision) => problemOf(schedule(ada, time, seen));
  expect((await refused(now)).issues).toEqual([
    { path: 'publishAt', message: 'This time has passed. Please choose one that is yet to come.' },
  ]);
  expect((await refused(Date.UTC(2200, 0, 1))).issues).toEqual([
    { path: 'publishAt', message: 'Please choose a time within a year.' },
  ]);
  expect(await refused(now + hourMs, 'older')).toMatchObject({ code: 'draft-saved-elsewhere' });
  const half = await save(ada, { ...text, title: '' }, revision, 2);
  expect((await refused(now + hourMs, half)).issues).toMatchObject([{ path: 'title' }]);
  const eve = await site.member('Eve');
  expect(await problemOf(schedule(eve, now + hourMs, revision))).toMatchObject({ status: 404 });
  expect(await problemOf(eve.call(unscheduleDraft, { params }))).toMatchObject({ status: 404 });

  const { body: blog } = await ada.call(addBlog, { body: text });
  const own = { key: blog._id };
  const body = { text, baseTag: null, revision: null, device: 'laptop', sequence: 1 };
  const { body: change } = await ada.call(saveDraft, { params: own, body });
  const ofBlog = { publishAt: at(now + hourMs), revision: change.revision };
  expect(await problemOf(ada.call(scheduleDraft, { params: own, body: ofBlog }))).toMatchObject({
    code: 'only-new-blogs-wait',
  });
});

testOnEachEngine(
  'a scheduled draft that cannot be published is kept with the reason',
  async ({ storage }) => {
    const { site, ada, partsOn, revision } = await startWithDraft(storage, 0);
    const publishAt = site.clock.now + hourMs;
    await schedule(ada, publishAt, revision);
    site.clock.now = publishAt;
    await publishDue(partsOn(storage));
    expect(await titlesOf(ada)).toEqual([]);
    const [draft] = await listOf(ada, 'drafts');
    expect(draft).toMatchObject({ key, publishAt: null });
    expect(draft?.publishFailure).toContain('as many blogs as one may in a day');

    // The next save clears the failure.
    const next = await save(ada, { ...text, title: 'More' }, revision, 2);
    expect(await listOf(ada, 'drafts')).toMatchObject([{ key, publishFailure: null }]);
    await schedule(ada, publishAt + hourMs, next);
    const setEnd = (endsAt: number | null) =>
      storage.write(({ db }) =>
        db.updateTable('people').set({ ends_at: endsAt }).where('id', '=', ada.person.id).execute(),
      );
    await setEnd(publishAt + 100 * hourMs);
    site.clock.now = publishAt + hourMs;
    await publishDue(partsOn(storage));
    await setEnd(null);
    expect(await titlesOf(ada)).toEqual([]);
    expect((await listOf(ada, 'drafts'))[0]?.publishFailure).toContain('your account was deleted');

    const last = await save(ada, { ...text, title: 'Later' }, next, 3);
    await schedule(ada, publishAt + 2 * hourMs, last);
    const suspend = (until: number | null) =>
      storage.write(({ db }) => db.updateTable('people').set({ suspended_until: until }).execute());
    await suspend(publishAt + 100 * hourMs);
    site.clock.now = publishAt + 2 * hourMs;
    await publishDue(partsOn(storage));
    await suspend(null);
    expect(await titlesOf(ada)).toEqual([]);
    expect((await listOf(ada, 'drafts'))[0]?.publishFailure).toContain('account was suspended');
  },
);

testOnEachEngine(
  'the publisher publishes at the scheduled time, or at its start if that has passed',
  async ({ storage }) => {
    const { site, ada, partsOn, revision } = await startWithDraft(storage);
    const waits: { readonly milliseconds: number; readonly work: () => void }[] = [];
    const parts = {
      ...partsOn(storage),
      later(milliseconds: number, work: () => void) {
        waits.push({ milliseconds, work });
        return () => {};
      },
    };
    const waited = (count: number) => expect.poll(() => waits.length).toBeGreaterThanOrEqual(count);
    const stop = startPublisher(parts);
    await waited(1);
    // A new schedule sets the publisher's timer at once.
    await schedule(ada, site.clock.now + 5_000, revision);
    await waited(2);
    expect(waits[1]?.milliseconds).toBe(5_000);
    site.clock.now += 5_000;
    waits[1]?.work();
    await expect.poll(() => titlesOf(ada)).toEqual([text.title]);
    await stop();

    const other = await save(ada, { ...text, title: 'While nobody was there' }, null, 2);
    await schedule(ada, site.clock.now + hourMs, other);
    site.clock.now += 20 * hourMs;
    const stopNext = startPublisher(parts);
    await expect.poll(() => titlesOf(ada)).toEqual(['While nobody was there', text.title]);
    await stopNext();
  },
);

testOnEachEngine(
  'a draft that becomes due while the publisher looks for due ones is published at once',
  async ({ storage }) => {
    const { site, ada, partsOn, revision } = await startWithDraft(storage);
    const publishAt = site.clock.now + hourMs;
    await schedule(ada, publishAt, revision);
    // A millisecond passes with each look at the clock.
    let time = publishAt - 2;
    const stop = startPublisher({
      ...partsOn(storage),
      now: () => ++time,
      later(milliseconds, work) {
        if (milliseconds === 0) work();
        return () => {};
      },
    });
    await expect.poll(() => titlesOf(ada)).toEqual([text.title]);
    await stop();
  },
);

testOnEachEngine(
  'an unpublished blog is published once at its scheduled time, with its former date',
  async (test) => {
    const { storage, open } = test;
    const { site, ada, partsOn } = await startWithDraft(storage);
    const blog = (await ada.call(addBlog, { body: { ...text, title: 'On looms' } })).body;
    const own = { key: blog._id };
    await ada.call(takeBlogBack, { params: { id: blog._id } });
    const { revision } = (await ada.call(oneDraft, { params: own })).body;
    const publishAt = site.clock.now + hourMs;
    await ada.call(scheduleDraft, {
      params: own,
      body: { publishAt: at(publishAt), revision },
    });
    site.clock.now = publishAt;
    const processes = [storage, await open(), await open()];
    await Promise.all(processes.map((process) => publishDue(partsOn(process))));
    const { body: blogs } = await ada.call(allBlogs, { query: {} });
    expect(blogs).toMatchObject([{ _id: blog._id, title: 'On looms', createdAt: blog.createdAt }]);
    expect(await listOf(ada, 'scheduled')).toEqual([]);
  },
);

testOnEachEngine(
  'an unpublished blog that staff hid stays hidden when it is published at its time',
  async ({ storage }) => {
    const { site, ada, partsOn } = await startWithDraft(storage);
    const { _id: id } = (await ada.call(addBlog, { body: { ...text, title: 'On looms' } })).body;
    await ada.call(takeBlogBack, { params: { id } });
    const held = { kind: 'blog', id, state: 'hidden', reason: 'Advertising' } as const;
    await storage.write((write) => holdText(write, { ...held, now: site.clock.now }));
    const { revision } = (await ada.call(oneDraft, { params: { key: id } })).body;
    const publishAt = site.clock.now + hourMs;
    const body = { publishAt: at(publishAt), revision };
    await ada.call(scheduleDraft, { params: { key: id }, body });
    site.clock.now = publishAt;
    await publishDue({ ...partsOn(storage), review: () => async () => 'It has listed words.' });
    expect(await titlesOf(ada)).toEqual([]);
    expect(await listOf(ada, 'scheduled')).toEqual([]);
    expect((await ada.call(myHeldTexts, {})).body).toMatchObject([
      { _id: id, state: 'hidden', reason: 'Advertising' },
    ]);
  },
);

testOnEachEngine(
  'an unexpected error with one scheduled draft delays no other',
  async ({ storage }) => {
    const { site, ada, partsOn, revision } = await startWithDraft(storage);
    const ben = await site.member('Ben');
    const benText = { ...text, title: 'On bread' };
    const later = await save(ben, benText, null);
    const publishAt = site.clock.now + hourMs;
    await schedule(ada, publishAt, revision);
    await schedule(ben, publishAt + 1, later);
    site.clock.now = publishAt + 1;
    const failures: unknown[] = [];
    const broken = new Error('broken');
    const parts: PublisherParts = {
      ...partsOn(storage),
      layout: {
        ...layout,
        layOut: async (markdown, owner) => {
          if (owner === ada.person.id) throw broken;
          return layout.layOut(markdown, owner);
        },
      },
      onError: (error) => failures.push(error),
    };
    await publishDue(parts);
    expect([failures, await titlesOf(ada)]).toEqual([[broken], ['On bread']]);
    expect(await listOf(ada, 'scheduled')).toMatchObject([{ publishFailure: null }]);
    const waits: number[] = [];
    const stop = startPublisher({
      ...parts,
      later(milliseconds) {
        waits.push(milliseconds);
        return () => {};
      },
    });
    await vi.waitFor(() => expect(waits).toEqual([30_000]));
    await stop();
    await publishDue(partsOn(storage));
    expect(await titlesOf(ada)).toEqual(['On engines', 'On bread']);
  },
);
