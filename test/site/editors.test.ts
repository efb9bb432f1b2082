import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { text } from '../../src/blog/server/testing.ts';
import { notifications } from '../../src/features/notifications/contract.ts';
import { setRole } from '../../src/features/staff/contract/people.ts';
import {
  saveOthersBlog,
  takeOthersBlogBack,
} from '../../src/features/writing/others-texts/contract.ts';
import { addBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member, problemOf } from '../../src/identity/testing.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

async function start(storage: Storage) {
  const { url } = await listen(storage, { READING: 'public' });
  const ada = await givenMember(storage, url, 'Ada');
  const edda = await givenMember(storage, url, 'Edda', 'editor');
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  const publish = async (who: Member, title: string) =>
    (await who.call(addBlog, { body: { ...text, title } })).body._id;
  return { ada, edda, olga, publish };
}

testOnEachEngine('an author gets one notification of repeated edits by an editor', async (test) => {
  const { ada, edda, publish } = await start(test.storage);
  const params = { id: await publish(ada, 'On engines') };
  for (const title of ['On looms', 'On cards']) {
    await edda.call(saveOthersBlog, { params, body: { ...text, title } });
  }
  const notificationsOf = async () =>
    (await ada.call(notifications, { query: {} })).body.map(({ decision, count }) => [
      decision?.outcome,
      count,
    ]);
  expect(await notificationsOf()).toEqual([['edited', 1]]);
  await edda.call(takeOthersBlogBack, { params });
  // The notification of the edits is replaced by that of taking the blog back.
  expect(await notificationsOf()).toEqual([['taken-back', 1]]);
});

testOnEachEngine(
  'a blog’s page links to its editor for its author and for editors of members’ blogs',
  async (test) => {
    const { ada, edda, olga, publish } = await start(test.storage);
    const [ofAda, ofOlga] = [await publish(ada, 'On engines'), await publish(olga, 'On looms')];
    const hasWay = async (who: Member, id: string) =>
      (await (await who.request(`/blog/${id}`)).text()).includes(`href="/update-blog/${id}"`);
    const seen = async (who: Member) => [await hasWay(who, ofAda), await hasWay(who, ofOlga)];
    expect(await seen(ada)).toEqual([true, false]);
    expect(await seen(edda)).toEqual([true, false]);
    expect(await seen(olga)).toEqual([true, true]);
  },
);

testOnEachEngine('a dismissed editor can’t edit blogs any more', async (test) => {
  const { ada, edda, olga, publish } = await start(test.storage);
  const params = { id: await publish(ada, 'On engines') };
  await olga.call(setRole, { params: { id: edda.person.id }, body: { role: 'member' } });
  const { status } = await problemOf(edda.call(saveOthersBlog, { params, body: text }));
  expect(status).toBe(404);
});
