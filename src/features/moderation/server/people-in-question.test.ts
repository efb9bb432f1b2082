import { expect, vi } from 'vitest';
import type { Member } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { addComment } from '../../comments/contract.ts';
import { people, suspend } from '../../staff/contract/people.ts';
import { staffAnswers } from '../../staff/server/staff-answers.ts';
import { noProof, noTasks } from '../../staff/server/testing-staff.ts';
import { text } from '../../writing/common/server/testing-writing.ts';
import { addBlog } from '../../writing/publishing/contract/publishing.ts';
import {
  hideAllOf,
  managedBlogs,
  managedComments,
  moveText,
  settleReports,
  showAllAgain,
} from '../contract/manage.ts';
import { reportText } from '../contract/reports.ts';
import { findTextsInQuestion, peopleInQuestion } from './people-in-question.ts';
import { countNone, startModeratedSite } from './testing-moderation.ts';

vi.setConfig({ testTimeout: 120_000 });

function start(storage: Storage) {
  return startModeratedSite(storage, (parts) =>
    staffAnswers({
      ...parts,
      ...noProof,
      ...noTasks,
      undoableAmong: async () => new Set<string>(),
      countCommentsBy: countNone,
      findTextsInQuestion,
      peopleInQuestion,
    }),
  );
}

const write = async (who: Member, title: string) =>
  (await who.call(addBlog, { body: { ...text, title } })).body._id;
const say = async (who: Member, blogId: string) =>
  (await who.call(addComment, { body: { blogId, comment: 'Buy this.' } })).body._id;
const report = (who: Member, kind: 'blog' | 'comment', id: string) =>
  who.call(reportText, { body: { kind, id, reason: 'spam' } });

type Query = Partial<Parameters<typeof people.query.parse>[0] & object>;

async function listed(mo: Member, query: Query) {
  return (await mo.call(people, { query: query as never })).body.people;
}
const namesIn = async (mo: Member, query: Query) =>
  (await listed(mo, query)).map(({ name }) => name);

testOnEachEngine(
  'people can be filtered by reported or waiting texts and have the counts of both',
  async ({ storage }) => {
    const site = await start(storage);
    const ada = await site.member('Ada');
    const ben = await site.member('Ben');
    const cy = await site.member('Cy');
    const mo = await site.member('Mo', 'moderator');
    const engines = await write(ada, 'On engines');
    const looms = await write(ada, 'On looms');
    await write(ben, 'On tables');
    const spam = await say(ben, engines);
    for (const who of [ben, cy]) await report(who, 'blog', looms);
    await report(ada, 'comment', spam);
    const reported = { filter: 'reported' } as const;
    expect(await listed(mo, reported)).toMatchObject([
      { name: 'Ben', reports: { blog: 0, comment: 1 }, waiting: { blog: 0, comment: 0 } },
      { name: 'Ada', reports: { blog: 2, comment: 0 }, hidden: null },
    ]);
    expect(await namesIn(mo, { ...reported, sort: 'blogs' })).toEqual(['Ada', 'Ben']);
    expect(await namesIn(mo, { ...reported, search: 'ada' })).toEqual(['Ada']);
    expect(await namesIn(mo, { filter: 'waiting' })).toEqual([]);

    // The links from a person to those texts.
    const show = 'reported';
    for (const [who, blogs, comments] of [
      [ada, [looms], []],
      [ben, [], [spam]],
    ] as const) {
      const query = { show, person: who.person.id } as const;
      const ids = (texts: readonly { _id: string }[]) => texts.map(({ _id }) => _id);
      expect(ids((await mo.call(managedBlogs, { query })).body)).toEqual(blogs);
      expect(ids((await mo.call(managedComments, { query })).body)).toEqual(comments);
    }

    await mo.call(settleReports, { body: { kind: 'blog', id: looms } });
    expect(await namesIn(mo, reported)).toEqual(['Ben']);
    const wait = { kind: 'comment', id: spam, from: 'shown', to: 'waiting' } as const;
    await mo.call(moveText, { body: wait });
    expect(await namesIn(mo, reported)).toEqual([]);
    expect(await listed(mo, { filter: 'waiting' })).toMatchObject([
      { name: 'Ben', waiting: { blog: 0, comment: 1 }, reports: { blog: 0, comment: 0 } },
    ]);
    // A suspended person stays in the lists; a deleted account doesn't.
    const until = null;
    const params = { id: ben.person.id };
    await mo.call(suspend, { params, body: { until, reason: 'Spam.' } });
    expect(await namesIn(mo, { filter: 'waiting', sort: 'blogs' })).toEqual(['Ben']);
    await storage.write(({ db }) =>
      db.updateTable('people').set({ ends_at: 1 }).where('id', '=', ben.person.id).execute(),
    );
    expect(await namesIn(mo, { filter: 'waiting' })).toEqual([]);
  },
);

testOnEachEngine(
  "texts hidden in one batch can be shown again from their writer's row",
  async ({ storage }) => {
    const site = await start(storage);
    const ada = await site.member('Ada');
    const mo = await site.member('Mo', 'moderator');
    const first = await write(ada, 'On engines');
    await write(ada, 'On looms');
    const personId = ada.person.id;
    await mo.call(hideAllOf, { body: { personId, reason: 'Advertising' } });
    const hiddenOf = async () => (await listed(mo, { search: personId }))[0]?.hidden;
    const hidden = await hiddenOf();
    expect(hidden).toMatchObject({ count: 2, reason: 'Advertising' });
    // A text that was moved on its own has left the batch.
    const move = { kind: 'blog', id: first, from: 'hidden', to: 'removed' } as const;
    await mo.call(moveText, { body: move });
    expect(await hiddenOf()).toMatchObject({ count: 1 });
    await mo.call(showAllAgain, { body: { batch: hidden?.batch ?? '' } });
    expect(await hiddenOf()).toBeNull();
    // The latest batch is the one to undo.
    await mo.call(hideAllOf, { body: { personId, reason: 'Again' } });
    await write(ada, 'On tables');
    await mo.call(hideAllOf, { body: { personId, reason: 'And again' } });
    expect(await hiddenOf()).toMatchObject({ count: 1, reason: 'And again' });
  },
);
