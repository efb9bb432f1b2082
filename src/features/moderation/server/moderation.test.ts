import { expect, vi } from 'vitest';
import { blogTags } from '../../../blog/contract.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { type Member, problemOf } from '../../../identity/testing.ts';
import type { ApiReply } from '../../../platform/contract/call-api.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { addComment, commentsOfBlog } from '../../comments/contract.ts';
import { featuredBlogs } from '../../reading/contract/lists.ts';
import { readingAnswers } from '../../reading/server/reading-answers.ts';
import { createReadCounter } from '../../reading/server/reads/read-counter.ts';
import { text } from '../../writing/common/server/testing-writing.ts';
import { addBlog } from '../../writing/publishing/contract/publishing.ts';
import {
  hideAllOf,
  type ManagedText,
  managedBlogs,
  managedBlogText,
  managedComments,
  markBlog,
  moveText,
  reportedTexts,
  settleReports,
  showAllAgain,
} from '../contract/manage.ts';
import { type ReportReason, reportText } from '../contract/reports.ts';
import { insertReport, renameInQuestion } from './report-store.ts';
import { startModeratedSite } from './testing-moderation.ts';

vi.setConfig({ testTimeout: 120_000 });

type Page = ApiReply<ManagedText[]>;

async function start(storage: Storage, limits = 0) {
  const site = await startModeratedSite(
    storage,
    (parts) =>
      readingAnswers({
        ...parts,
        settings: { get: async () => ({}) },
        counter: createReadCounter(),
      }),
    limits,
  );
  const ada = await site.member();
  const ben = await site.member('Ben');
  const mo = await site.member('Mo', 'moderator');
  const blog = (await ada.call(addBlog, { body: text })).body._id;
  const said = await ben.call(addComment, {
    body: { blogId: blog, comment: '<img src=x onerror=alert(1)>' },
  });
  return { site, ada, ben, mo, blog, comment: said.body._id };
}

const report = (who: Member, kind: 'blog' | 'comment', id: string, reason: ReportReason = 'spam') =>
  who.call(reportText, { body: { kind, id, reason } });
const queue = async (mo: Member) => (await mo.call(reportedTexts, { query: {} })).body;
const acts = async (storage: Storage) =>
  (await storage.reader.selectFrom('acts').select('act').orderBy('id').execute()).map(
    ({ act }) => act,
  );

testOnEachEngine(
  'a text can be reported once per member, not by its writer, and is listed once in the queue',
  async ({ storage }) => {
    const { site, ada, ben, mo, blog, comment } = await start(storage);
    await report(ben, 'blog', blog);
    await report(mo, 'blog', blog, 'other');
    await report(ada, 'comment', comment);
    for (const [who, kind, id, code] of [
      [ben, 'blog', blog, 'reported-already'],
      [ada, 'blog', blog, 'own-text'],
      [ben, 'comment', comment, 'own-text'],
      [ben, 'blog', rowId(), 'text-not-found'],
      [ben, 'comment', 'none', 'text-not-found'],
    ] as const) {
      expect(await problemOf(report(who, kind, id))).toMatchObject({ code });
    }
    const long = { kind: 'blog', id: blog, reason: 'spam', note: 'x'.repeat(10_000) } as const;
    const other = await site.member('Cy');
    expect(await problemOf(other.call(reportText, { body: long }))).toMatchObject({ status: 400 });
    expect(await queue(mo)).toMatchObject([
      {
        kind: 'blog',
        _id: blog,
        title: text.title,
        standing: 'shown',
        author: { name: ada.person.displayName },
        cover: { imageUrl: text.imageUrl, imageAlt: '' },
        reportCount: 2,
        reports: [{ by: 'Ben', reason: 'spam' }, { reason: 'other' }],
      },
      { kind: 'comment', _id: comment, text: '<img src=x onerror=alert(1)>', reportCount: 1 },
    ]);
    expect((await mo.call(managedBlogText, { params: { id: blog } })).body.html).toContain('<em>');
  },
);

testOnEachEngine(
  'hiding a text settles its reports, and undoing that opens them again',
  async ({ storage }) => {
    const { ben, mo, blog } = await start(storage);
    await report(ben, 'blog', blog);
    const move = { kind: 'blog', id: blog } as const;
    const body = { ...move, from: 'shown', to: 'hidden', reason: 'Advertising' } as const;
    await mo.call(moveText, { body });
    expect(await queue(mo)).toEqual([]);
    expect((await mo.call(managedBlogs, { query: { show: 'hidden' } })).body).toMatchObject([
      { _id: blog, standing: 'hidden', reason: 'Advertising', title: text.title },
    ]);
    // A second moderator, whose list still shows it as published.
    expect(await problemOf(mo.call(moveText, { body }))).toMatchObject({ code: 'acted-meanwhile' });
    await mo.call(moveText, { body: { ...move, from: 'hidden', to: 'shown', isUndo: true } });
    expect(await queue(mo)).toMatchObject([{ _id: blog, reportCount: 1 }]);

    const settled = await mo.call(settleReports, { body: move });
    expect(await queue(mo)).toEqual([]);
    expect(await problemOf(mo.call(settleReports, { body: move }))).toMatchObject({ status: 409 });
    await mo.call(settleReports, { body: { ...move, reopen: settled.body.at } });
    expect(await queue(mo)).toHaveLength(1);
    expect(await acts(storage)).toEqual([
      'blog-hidden',
      'blog-restored',
      'reports-dismissed',
      'reports-opened-again',
    ]);
  },
);

testOnEachEngine(
  'a removed comment can be restored, and a waiting one approved or declined',
  async ({ storage }) => {
    const { ben, mo, blog, comment } = await start(storage);
    const move = { kind: 'comment', id: comment } as const;
    const steps = [
      ['shown', 'removed'],
      ['removed', 'shown'],
      ['shown', 'waiting'],
      ['waiting', 'hidden'],
      ['hidden', 'waiting'],
      ['waiting', 'shown'],
    ] as const;
    for (const [from, to] of steps) {
      await mo.call(moveText, { body: { ...move, from, to } });
      const read = (await ben.call(commentsOfBlog, { query: { blogId: blog } })).body;
      expect(read.map(({ _id }) => _id)).toEqual(to === 'shown' ? [comment] : []);
    }
    expect(await acts(storage)).toEqual([
      'comment-removed',
      'comment-restored',
      'comment-put-back-to-wait',
      'comment-declined',
      'comment-put-back-to-wait',
      'comment-approved',
    ]);
    const gone = await storage.reader.selectFrom('moderation_holds').selectAll().execute();
    expect(gone).toEqual([]);
  },
);

testOnEachEngine(
  'a locked blog takes no comments, and an unfeatured blog leaves the featured list',
  async ({ storage }) => {
    const { ben, mo, blog } = await start(storage);
    const touched: string[] = [];
    storage.onChange((tags) => touched.push(...tags));
    await mo.call(markBlog, { body: { id: blog, mark: 'locked', isSet: true } });
    expect(touched).toContain(blogTags.one(blog));
    expect(touched).not.toContain(blogTags.lists);
    const again = { body: { blogId: blog, comment: 'And this.' } };
    expect(await problemOf(ben.call(addComment, again))).toMatchObject({ code: 'comments-locked' });
    await mo.call(markBlog, { body: { id: blog, mark: 'locked', isSet: false } });
    await ben.call(addComment, again);
    await mo.call(markBlog, { body: { id: blog, mark: 'unfeatured', isSet: true } });
    expect(touched).toContain(blogTags.lists);
    expect((await ben.call(featuredBlogs, {})).body).toEqual([]);
    expect((await mo.call(managedBlogs, { query: { show: 'unfeatured' } })).body).toHaveLength(1);
    const twice = mo.call(markBlog, { body: { id: blog, mark: 'unfeatured', isSet: true } });
    expect(await problemOf(twice)).toMatchObject({ status: 409 });
  },
);

testOnEachEngine(
  'the audit log keeps reasons of marks and of settled reports without the author’s name',
  async ({ storage }) => {
    const { ada, ben, mo, blog } = await start(storage);
    const { displayName } = ada.person;
    const reason = `${displayName} (${ada.person.email}) asked for it`;
    for (const mark of ['locked', 'unfeatured'] as const) {
      for (const isSet of [true, false]) {
        await mo.call(markBlog, { body: { id: blog, mark, isSet, reason } });
      }
    }
    await report(ben, 'blog', blog);
    const named = { kind: 'blog', id: blog, reason } as const;
    const { body } = await mo.call(settleReports, { body: named });
    await mo.call(settleReports, { body: { ...named, reopen: body.at } });
    const rows = await storage.reader.selectFrom('acts').select('reason').execute();
    expect(rows.map((row) => row.reason)).toEqual(
      Array.from({ length: 6 }, () => '(this person) ((this person)) asked for it'),
    );
  },
);

testOnEachEngine('all texts of a person are hidden and shown in one step', async ({ storage }) => {
  const { ada, ben, mo, blog } = await start(storage);
  for (let count = 0; count < 60; count += 1) {
    await ben.call(addComment, { body: { blogId: blog, comment: `Buy ${count}` } });
  }
  const own = (await ben.call(addBlog, { body: { ...text, title: 'Buy this' } })).body._id;
  await report(ada, 'blog', own);
  const person = ben.person.id;
  const { body } = await mo.call(hideAllOf, { body: { personId: person, reason: 'Spam' } });
  expect(body.count).toBe(62);
  const shown = async () =>
    (await mo.call(managedComments, { query: { person } })).body.length +
    (await mo.call(managedBlogs, { query: { person } })).body.length;
  expect(await shown()).toBe(0);
  expect(await queue(mo)).toEqual([]);
  await mo.call(showAllAgain, { body: { batch: body.batch } });
  expect(await shown()).toBe(21);
  expect(await queue(mo)).toHaveLength(1);
  expect(await acts(storage)).toEqual(['texts-hidden', 'texts-restored']);
  const owner = { body: { personId: mo.person.id, reason: '' } };
  expect(await problemOf(mo.call(hideAllOf, owner))).toMatchObject({ code: 'owners-only' });
  for (const personId of ['none', '\0', rowId()]) {
    const unknown = mo.call(hideAllOf, { body: { personId, reason: '' } });
    expect(await problemOf(unknown)).toMatchObject({ code: 'writer-not-found' });
  }
});

testOnEachEngine(
  'a moderator does not show a batch again with a text that was handed over to staff meanwhile',
  async ({ storage }) => {
    const { site, ada, ben, mo, blog, comment } = await start(storage);
    const olga = await site.member('Olga', 'owner');
    await ben.call(addBlog, { body: { ...text, title: 'Buy this' } });
    const { body } = await mo.call(hideAllOf, {
      body: { personId: ben.person.id, reason: 'Spam' },
    });
    expect(body.count).toBe(2);
    const given = { kind: 'comment', ids: [comment], to: mo.person.id } as const;
    await storage.write(async (write) => {
      await allTexts(write.db)
        .updateTable('comments')
        .set({ person_id: given.to })
        .where('id', '=', comment)
        .execute();
      await renameInQuestion(write, given);
    });
    const said = async () =>
      (await ada.call(commentsOfBlog, { query: { blogId: blog } })).body.map(({ _id }) => _id);
    const again = { body: { batch: body.batch } };
    expect(await problemOf(mo.call(showAllAgain, again))).toMatchObject({ code: 'owners-only' });
    expect(await said()).toEqual([]);
    expect((await olga.call(showAllAgain, again)).body.count).toBe(2);
    expect(await said()).toEqual([comment]);
  },
);

testOnEachEngine(
  'showing a batch again skips comments of an erased blog and shows the others',
  async ({ storage }) => {
    const { ada, mo, blog, ben } = await start(storage);
    const other = (await ada.call(addBlog, { body: { ...text, title: 'Looms' } })).body._id;
    for (const blogId of [blog, other]) {
      await ben.call(addComment, { body: { blogId, comment: `On ${blogId}` } });
    }
    const all = { personId: ben.person.id, reason: 'Spam' };
    const { batch, count } = (await mo.call(hideAllOf, { body: all })).body;
    await storage.write(({ db }) =>
      allTexts(db).deleteFrom('blogs').where('id', '=', other).execute(),
    );
    const { body } = await mo.call(showAllAgain, { body: { batch } });
    expect(count - body.count).toBe(1);
    const left = await storage.writer.selectFrom('moderation_holds').select('id').execute();
    expect(left).toEqual([]);
    const again = mo.call(showAllAgain, { body: { batch } });
    expect(await problemOf(again)).toMatchObject({ code: 'acted-meanwhile' });
  },
);

testOnEachEngine(
  'hiding all texts of a person includes their comments on a hidden blog',
  async ({ storage }) => {
    const { ada, ben, mo, blog, comment } = await start(storage);
    const move = (id: string, from: 'shown' | 'hidden', to: 'shown' | 'hidden') =>
      mo.call(moveText, { body: { kind: 'blog', id, from, to, reason: '' } });
    const said = async () => (await ada.call(commentsOfBlog, { query: { blogId: blog } })).body;
    const personId = ben.person.id;
    await move(blog, 'shown', 'hidden');
    const { body } = await mo.call(hideAllOf, { body: { personId, reason: 'Spam' } });
    expect(body.count).toBe(1);
    const again = await mo.call(hideAllOf, { body: { personId, reason: 'Spam' } });
    expect(again.body.count).toBe(0);
    await move(blog, 'hidden', 'shown');
    expect(await said()).toEqual([]);
    const hidden = { query: { show: 'hidden' as const } };
    expect((await mo.call(managedComments, hidden)).body).toMatchObject([{ _id: comment }]);
    // A comment shown again while its blog is hidden appears with the blog.
    await move(blog, 'shown', 'hidden');
    await mo.call(showAllAgain, { body: { batch: body.batch } });
    await move(blog, 'hidden', 'shown');
    expect(await said()).toMatchObject([{ _id: comment }]);
  },
);

testOnBothEngines('staff lists can be searched and paged to their end', async ({ storage }) => {
  const { ada, mo, blog, ben } = await start(storage);
  for (let count = 0; count < 24; count += 1) {
    await ada.call(addBlog, { body: { ...text, title: `Looms ${count}` } });
    await ben.call(addComment, { body: { blogId: blog, comment: `Ünique ${count}` } });
  }
  for (const endpoint of [managedBlogs, managedComments]) {
    for (const [search, expected] of [
      ['', 25],
      [endpoint === managedBlogs ? 'looms' : 'unique', 24],
      ['%', 0],
    ] as const) {
      const ids = new Set<string>();
      let cursor: string | undefined = '';
      while (cursor !== undefined) {
        const page: Page = await mo.call(endpoint, { query: { search, cursor } });
        for (const { _id } of page.body) ids.add(_id);
        const next: string = page.headers.get('link') ?? '';
        cursor = /cursor=([^>&]+)/.exec(next)?.[1];
      }
      expect(ids.size).toBe(expected);
    }
  }
  for (const query of [{ cursor: 'x' }, { person: '\0' }, { search: 'x'.repeat(101) }]) {
    expect(await problemOf(mo.call(managedBlogs, { query }))).toMatchObject({ status: 400 });
  }
  expect(await problemOf(mo.call(reportedTexts, { query: { cursor: 'MS4y' } }))).toMatchObject({
    status: 400,
  });
});

testOnEachEngine(
  'ten thousand reports by fifty accounts make two hundred entries and hide no other report',
  { tags: 'slow' },
  async ({ storage }) => {
    const { site, ada, ben, mo, blog, comment } = await start(storage, 1);
    const rows = Array.from({ length: 200 }, (_, index) => ({
      id: rowId(),
      blog_id: blog,
      person_id: ada.person.id,
      text: `Comment ${index}`,
      created_at: index,
    }));
    await storage.write(({ db }) => allTexts(db).insertInto('comments').values(rows).execute());
    const gang: string[] = [];
    for (let count = 0; count < 50; count += 1)
      gang.push((await site.member(`Gang ${count}`)).person.id);
    // Inserted directly, since the limit allows each account only fifty reports a day.
    for (const { id } of rows) {
      await storage.write(async (write) => {
        for (const personId of gang) {
          const one = { kind: 'comment', id, personId, reason: 'spam', note: '', now: 2 } as const;
          await insertReport(write, one);
        }
      });
    }
    await report(ben, 'blog', blog);
    const pages: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: Page = await mo.call(reportedTexts, { query: { cursor } });
      pages.push(...page.body.map(({ _id }) => _id));
      cursor = /cursor=([^>&]+)/.exec(page.headers.get('link') ?? '')?.[1];
    }
    // 201 entries instead of 10,000 reports, and every entry can be reached.
    expect(pages).toHaveLength(201);
    // Texts with many reports take the first five places; then comes the one reported by another member.
    expect(pages[5]).toBe(blog);
    const blogs = (await mo.call(managedBlogs, { query: { show: 'reported' } })).body;
    expect(blogs.map(({ _id }) => _id)).toEqual([blog]);

    const ninth = rows.slice(0, 9).map(({ id }) => report(ben, 'comment', id));
    const ends = await Promise.allSettled(ninth);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(comment).not.toBe('');
  },
);
