import { expect, vi } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { deleteMyAccount } from '../../../src/features/account/contract/account-page.ts';
import { callAccountBack, startSession } from '../../../src/features/account/contract/sessions.ts';
import { addComment, commentsOfBlog } from '../../../src/features/comments/contract.ts';
import {
  hideAllOf,
  managedBlogText,
  moveText,
  reportedTexts,
} from '../../../src/features/moderation/contract/manage.ts';
import { reportText } from '../../../src/features/moderation/contract/reports.ts';
import {
  liftSuspension,
  people,
  setRole,
  suspend,
} from '../../../src/features/staff/contract/people.ts';
import { myHeldTexts } from '../../../src/features/writing/publishing/contract/held.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import {
  givenMember,
  givenSession,
  type Member,
  problemOf,
} from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines } from '../../../src/storage/testing.ts';
import { signInBy } from './testing-sign-in.ts';

vi.setConfig({ testTimeout: 120_000 });

const reason = 'Sold watches.';

async function start(storage: Storage) {
  const { url } = await listen(storage);
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  const mo = await givenMember(storage, url, 'Mo', 'moderator');
  const comeBack = async (who: Member) => {
    await signInBy(callAccountBack as never, storage, url, who);
    return givenSession(storage, url, who.person);
  };
  return { url, olga, mo, comeBack };
}

const leave = (who: Member, blogs: 'keep' | 'remove' = 'keep') =>
  who.call(deleteMyAccount, { body: { password: '', blogs } });
const isThere = async (who: Member, id: string) =>
  (await who.request(oneBlog.path.replace(':id', id))).status === 200;

testOnBothEngines(
  'deleting an account gives up its role, and restoring it gives a plain member',
  async (test) => {
    const { storage } = test;
    const { url, olga, mo, comeBack } = await start(storage);
    const otto = await givenMember(storage, url, 'Otto', 'owner');
    await leave(otto);
    // The site has one owner fewer immediately.
    expect((await problemOf(leave(olga))).code).toBe('last-owner');
    await leave(mo);
    const { body } = await olga.call(people, { query: {} });
    const gone = { role: 'member', leavesAt: expect.any(String) };
    expect(body.people).toMatchObject([
      { name: 'Otto', ...gone },
      { name: 'Mo', ...gone },
      { name: 'Olga', role: 'owner', leavesAt: null },
    ]);
    const again = { params: { id: otto.person.id }, body: { role: 'owner' } } as const;
    expect((await problemOf(olga.call(setRole, again))).code).toBe('account-left');
    for (const who of [otto, mo]) {
      const back = await comeBack(who);
      expect((await problemOf(back.call(reportedTexts, { query: {} }))).status).toBe(404);
    }
    const acts = await storage.reader
      .selectFrom('acts')
      .select(['act', 'by_id'])
      .orderBy('id')
      .execute();
    expect(acts).toEqual(
      [otto, mo].map(({ person }) => ({ act: 'role-given-up', by_id: person.id })),
    );

    // As deleted under an older version, which kept the role.
    await leave(await givenSession(storage, url, mo.person));
    await storage.write(({ db }) =>
      db.updateTable('people').set({ role: 'moderator' }).where('id', '=', mo.person.id).execute(),
    );
    const back = await comeBack(mo);
    expect((await problemOf(back.call(reportedTexts, { query: {} }))).status).toBe(404);
  },
);

testOnBothEngines(
  'staff can act on texts of a deleted account that it could restore',
  { tags: 'slow' },
  async ({ storage }) => {
    const { url, olga, mo, comeBack } = await start(storage);
    for (const blogs of ['keep', 'remove'] as const) {
      const ada = await givenMember(storage, url, `Ada ${blogs}`);
      const { _id: id } = (await ada.call(addBlog, { body: { ...text, title: `On ${blogs}` } }))
        .body;
      const { _id: other } = (
        await olga.call(addBlog, { body: { ...text, title: `For ${blogs}` } })
      ).body;
      await ada.call(addComment, { body: { blogId: other, comment: 'Buy this.' } });
      await mo.call(reportText, { body: { kind: 'blog', id, reason: 'spam' } });
      await leave(ada, blogs);
      // Still in the queue, with its text and author.
      expect((await mo.call(reportedTexts, { query: {} })).body).toMatchObject([
        {
          _id: id,
          title: `On ${blogs}`,
          author: { id: ada.person.id },
          standing: blogs === 'keep' ? 'shown' : 'away',
          decider: 'you',
        },
      ]);
      expect((await mo.call(managedBlogText, { params: { id } })).body.html).not.toBe('');

      const hidden = await mo.call(hideAllOf, { body: { personId: ada.person.id, reason } });
      expect(hidden.body.count).toBe(2);
      expect((await mo.call(reportedTexts, { query: {} })).body).toEqual([]);
      const params = { id: ada.person.id };
      await mo.call(suspend, { params, body: { until: null, reason } });
      for (const endpoint of [startSession, callAccountBack as never]) {
        const problem = await problemOf(signInBy(endpoint, storage, url, ada));
        expect(['account-deleted', 'account-suspended']).toContain(problem.code);
      }
      const back = signInBy(callAccountBack as never, storage, url, ada);
      expect((await problemOf(back)).code).toBe('account-suspended');

      await mo.call(liftSuspension, { params });
      const again = await comeBack(ada);
      expect(await isThere(olga, id)).toBe(false);
      expect((await again.call(myHeldTexts, {})).body).toMatchObject([
        { kind: 'comment', reason },
        { kind: 'blog', _id: id, reason },
      ]);
      expect((await olga.call(commentsOfBlog, { query: { blogId: other } })).body).toEqual([]);
      // After staff show it again, it is its author's as before.
      await mo.call(moveText, { body: { kind: 'blog', id, from: 'hidden', to: 'shown' } });
      expect((await olga.call(oneBlog, { params: { id } })).body.authorId).toBe(ada.person.id);
    }
  },
);
