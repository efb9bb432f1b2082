import { Readable } from 'node:stream';
import { text as read } from 'node:stream/consumers';
import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { mySecurityEvents } from '../../../src/features/account/contract/account-page.ts';
import {
  erasePersonData,
  exportPersonData,
  findPersonData,
} from '../../../src/features/account/contract/data-requests.ts';
import { sendMessage } from '../../../src/features/contact/contract/contact.ts';
import { saveContactSettings } from '../../../src/features/contact/contract/manage.ts';
import { saveNewsletter } from '../../../src/features/newsletter/contract/manage.ts';
import { subscribe } from '../../../src/features/newsletter/contract/subscriptions.ts';
import { acts } from '../../../src/features/staff/contract/audit.ts';
import { setRole, suspend } from '../../../src/features/staff/contract/people.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { createHeavyCalls } from '../../../src/identity/quotas/heavy-calls.ts';
import { createCaller, givenMember, problemOf } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';

const password = '';

/** A site whose forms store data; Ada has a blog, a message and a newsletter request, Ben only the last two. */
async function start(storage: Storage) {
  const { url } = await listen(storage);
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  const ada = await givenMember(storage, url);
  await owner.call(saveContactSettings, { body: { isOn: true, forwardTo: '' } });
  await owner.call(saveNewsletter, { body: { isOn: true, hasDigest: false } });
  const visitor = createCaller(url);
  const ben = 'ben@example.org';
  await ada.call(addBlog, { body: { ...text, title: 'On looms' } });
  for (const email of [ada.person.email, ben]) {
    await visitor.call(sendMessage, { body: { name: 'Somebody', email, message: 'Hello' } });
    await visitor.call(subscribe, { body: { email } });
  }
  const keptOf = async (email: string) => {
    const { body } = await owner.call(findPersonData, { body: { email } });
    return Object.fromEntries(body.kept.map(({ name, count }) => [name, count]));
  };
  return { url, owner, ada, ben, visitor, keptOf };
}

testOnBothEngines(
  'an owner exports and erases all data of an e-mail address, without recording the address',
  async ({ storage }) => {
    const { owner, ada, ben, keptOf } = await start(storage);
    expect(await keptOf(ben)).toEqual({
      messages: 1,
      newsletter: 1,
      emails: 1,
      'imported-author': 0,
    });
    const { body } = await owner.call(exportPersonData, {
      body: { email: ' BEN@example.org', password },
    });
    expect(body).toMatchObject({
      address: ben,
      messages: [{ message: 'Hello' }],
      newsletter: [{ email: ben, consent: { form: 'Newsletter box', confirmed_at: null } }],
      emails: [{ kind: 'newsletter-confirmation' }],
    });
    expect(JSON.stringify(body)).not.toContain('On looms');

    await owner.call(erasePersonData, { body: { email: ben, password, blogs: 'keep' } });
    expect(await keptOf(ben)).toEqual({
      messages: 0,
      newsletter: 0,
      emails: 0,
      'imported-author': 0,
    });
    expect(await keptOf(ada.person.email)).toEqual({
      messages: 1,
      newsletter: 1,
      emails: 1,
      'imported-author': 0,
    });
    const log = (await owner.call(acts, { query: { kind: 'address' } as never })).body.acts;
    expect(log.map(({ act }) => act)).toEqual(['person-data-erased', 'person-data-exported']);
    const rows = JSON.stringify(await storage.writer.selectFrom('acts').selectAll().execute());
    expect(rows).not.toContain('ben');
  },
);

testOnBothEngines(
  'an owner exports all data of an account, also of a suspended one, and the person is notified',
  async ({ storage }) => {
    const { owner, ada } = await start(storage);
    const { email, id } = ada.person;
    const { body } = await owner.call(exportPersonData, { body: { email, password } });
    // The address isn't verified, but the owner vouches that it is theirs.
    expect(body).toMatchObject({
      account: { id, email },
      securityEvents: [{ kind: 'data-exported', browser: 'an owner of this site' }],
      blogs: [{ title: 'On looms' }],
      messages: [{ message: 'Hello' }],
    });
    expect((await ada.call(mySecurityEvents, {})).body).toMatchObject([{ kind: 'data-exported' }]);
    const body2 = { until: null, reason: 'Spam.' };
    await owner.call(suspend, { params: { id }, body: body2 });
    const again = await owner.call(exportPersonData, { body: { email, password } });
    expect(again.body).toMatchObject({ blogs: [{ title: 'On looms' }] });

    await owner.call(erasePersonData, { body: { email, password, blogs: 'remove' } });
    const { body: left } = await owner.call(findPersonData, { body: { email } });
    expect(left.account).toMatchObject({ id, isSuspended: true, endsAt: expect.any(String) });
    expect(left.kept.map(({ count }) => count)).toEqual([0, 0, 0, 0]);
    const blogs = await storage.reader.selectFrom('published_blogs').select('id').execute();
    expect(blogs).toEqual([]);
    const log = (await owner.call(acts, { query: { by: owner.person.id } as never })).body.acts;
    expect(log[0]).toMatchObject({ act: 'person-data-erased', subject: { kind: 'person', id } });
  },
);

testOnBothEngines(
  'an export that is refused while another download runs is neither recorded nor told to the person',
  async ({ storage }) => {
    const { url, owner, ada } = await start(storage);
    const other = await givenMember(storage, url, 'Otto', 'owner');
    const exported = (email: string) => owner.call(exportPersonData, { body: { email, password } });
    // A process beside this one.
    const elsewhere = createHeavyCalls({ storage, now: Date.now });
    const running = await elsewhere.stream(owner.person.id, Readable.from(['x']));
    expect((await problemOf(exported(ada.person.email))).code).toBe('download-running');
    expect((await ada.call(mySecurityEvents, {})).body).toEqual([]);
    const kinds = storage.writer.selectFrom('acts').select('act');
    expect(await kinds.where('act', '=', 'person-data-exported').execute()).toEqual([]);

    expect(await read(running)).toBe('x');
    // One that is refused leaves room for the next.
    expect((await problemOf(exported(other.person.email))).code).toBe('keeps-order');
    await exported(ada.person.email);
    expect((await ada.call(mySecurityEvents, {})).body).toMatchObject([{ kind: 'data-exported' }]);
  },
);

testOnEachEngine(
  'erasing data of staff needs their dismissal first, and the owner’s password',
  async ({ storage }) => {
    const { url, owner, ada } = await start(storage);
    const { email, id } = ada.person;
    const erase = (who = owner, of = email) =>
      problemOf(who.call(erasePersonData, { body: { email: of, password, blogs: 'keep' } }));
    const other = await givenMember(storage, url, 'Otto', 'owner');
    expect(await erase(owner, other.person.email)).toMatchObject({
      status: 409,
      code: 'keeps-order',
    });
    expect((await erase(owner, owner.person.email)).code).toBe('keeps-order');
    await owner.call(setRole, { params: { id }, body: { role: 'moderator' } });
    expect((await erase()).code).toBe('keeps-order');
    const taken = owner.call(exportPersonData, { body: { email, password } });
    expect((await problemOf(taken)).code).toBe('keeps-order');
    expect((await erase(ada)).status).toBe(404);
    await storage.writer.updateTable('sessions').set({ authenticated_at: 1 }).execute();
    expect(await erase()).toMatchObject({ status: 409, code: 'sign-in-again' });
    const people = await storage.reader.selectFrom('people').select('ends_at').execute();
    expect(people.every(({ ends_at }) => ends_at === null)).toBe(true);
  },
);
