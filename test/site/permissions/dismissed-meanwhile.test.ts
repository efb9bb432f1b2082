import { expect, vi } from 'vitest';
import { endpoints } from '../../../src/app/registry.ts';
import { listen } from '../../../src/app/testing.ts';
import { tryMailAgain } from '../../../src/features/outbox/contract.ts';
import { type Caller, createCaller, givenMember } from '../../../src/identity/testing.ts';
import { type Endpoint, isForStaff } from '../../../src/platform/contract/define-endpoint.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const id = rowId();

const webhook = { url: 'https://example.org/hook', events: ['blog.published'] };

/** Valid bodies, so that each call reaches its write. */
const bodies: Readonly<Record<string, object>> = {
  renameTag: { name: 'Bread' },
  mergeTag: { into: 'Bread' },
  putRedirect: { path: '/old', target: '/' },
  handOver: { authorId: id, email: 'ada@example.org' },
  addWebhook: webhook,
  changeWebhook: { ...webhook, isOn: true },
  setRole: { role: 'moderator' },
  suspend: { until: null, reason: 'Spam.' },
  moveText: { kind: 'comment', id, from: 'shown', to: 'hidden' },
  markBlog: { id, mark: 'locked', isSet: true },
  settleReports: { kind: 'blog', id },
  hideAllOf: { personId: id },
  showAllAgain: { batch: id },
  saveSettings: { version: 0, settings: { name: 'Mine' } },
  restoreSettings: { version: 0, to: 0 },
  invite: { label: 'Friends', peopleMax: 1, days: 1 },
  saveContactSettings: { isOn: false, forwardTo: '' },
  markMessage: { isRead: true },
  saveNewsletter: { isOn: false, hasDigest: false },
  steerIssue: { to: 'stopped' },
  tryMailAgain: { id: null },
  findPersonData: { email: 'ada@example.org' },
  exportPersonData: { email: 'ada@example.org', password: '' },
  takeDownPicture: {
    address: `/images/uploads/${'0'.repeat(32)}-320x200-204060.jpg`,
    reason: 'Not fit.',
  },
  clearProfile: { field: 'bio', reason: 'Not fit.' },
  putProfileBack: { field: 'bio' },
  beginImport: { fileName: 'old.zip', bytes: 3 },
  startImport: { categories: [], opened: [], fetchesPictures: false, password: '' },
  saveOthersBlog: {
    title: 'Title',
    imageUrl: '/images/b.webp',
    category: 'Travel',
    shortDescription: 'Short.',
    longDescription: 'Long.',
  },
  scheduleOthersBlog: { publishAt: new Date(Date.now() + 60 * 60_000).toISOString() },
  erasePersonData: { email: 'ada@example.org', password: '', blogs: 'keep' },
};

/** Valid queries, for the same purpose. */
const queries: Readonly<Record<string, string>> = { removeRedirect: '?path=/old' };

/**
 * Calls without a write here: they send an e-mail to the caller, need an issue or file that isn't there, or only read.
 */
const withoutWrites = [
  'makeIssue',
  'tryIssue',
  'sendTestLetter',
  'findPersonData',
  'sendImportPart',
];

/** The same storage, which dismisses a person right before the next write. */
function withDismissal(storage: Storage) {
  let personId: string | undefined;
  const watched: Storage = {
    ...storage,
    async write(work, options) {
      const dismissed = personId;
      personId = undefined;
      if (dismissed !== undefined) {
        await storage.write(({ db }) =>
          db.updateTable('people').set({ role: 'member' }).where('id', '=', dismissed).execute(),
        );
      }
      return storage.write(work, options);
    },
  };
  return {
    watched,
    beforeNextWrite: (id: string) => {
      personId = id;
    },
    isDone: () => personId === undefined,
  };
}

const changing = [...endpoints].filter(
  ([, { method, access }]) => method !== 'GET' && isForStaff(access),
);

function send({ request }: Caller, name: string, { method, path }: Endpoint): Promise<Response> {
  return request(`${path.replace(/:\w+/, id)}${queries[name] ?? ''}`, {
    method,
    ...(bodies[name] && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodies[name]),
    }),
  });
}

testOnBothEngines(
  'a person dismissed after a request was authorized can’t change anything by it',
  async ({ storage }) => {
    const { watched, beforeNextWrite, isDone } = withDismissal(storage);
    const { url } = await listen(watched);
    const found: unknown[] = [];
    for (const [name, endpoint] of changing) {
      const { person, cookie } = await givenMember(storage, url, `Olga ${name}`, 'owner');
      beforeNextWrite(person.id);
      const reply = await send(createCaller(url, cookie), name, endpoint);
      const text = await reply.text();
      const { code } = text ? JSON.parse(text) : { code: `${reply.status}` };
      found.push([name, isDone(), isDone() ? code : 'no write']);
    }
    const expected = changing.map(([name]) =>
      withoutWrites.includes(name) ? [name, false, 'no write'] : [name, true, 'not-found'],
    );
    expect(found).toEqual(expected);
    const acts = await storage.writer.selectFrom('acts').select('act').execute();
    expect(acts).toEqual([]);
  },
);

testOnBothEngines(
  'the rate limit of staff counts every call that changes something',
  async ({ storage }) => {
    // One call per minute.
    const { url } = await listen(storage, { LIMITS: '0.001' });
    const found: unknown[] = [];
    for (const [name, endpoint] of changing) {
      const olga = await givenMember(storage, url, `Olga ${name}`, 'owner');
      expect((await send(olga, 'tryMailAgain', tryMailAgain)).status).toBe(204);
      const reply = await send(olga, name, endpoint);
      await reply.arrayBuffer();
      if (withoutWrites.includes(name)) continue;
      found.push([name, reply.status, Number(reply.headers.get('retry-after')) > 0]);
    }
    const writing = changing.filter(([name]) => !withoutWrites.includes(name));
    expect(found).toEqual(writing.map(([name]) => [name, 429, true]));
  },
);

testOnEachEngine('the rate limit of staff is the documented 120', async ({ storage }) => {
  const { url } = await listen(storage, { LIMITS: '1' });
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  const statuses: number[] = [];
  for (let act = 0; act <= 120; act += 1) {
    const reply = await send(olga, 'tryMailAgain', tryMailAgain);
    await reply.arrayBuffer();
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 120 }, () => 204), 429]);
});
