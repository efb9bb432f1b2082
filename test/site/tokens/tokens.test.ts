import { expect } from 'vitest';
import { endpoints } from '../../../src/app/registry.ts';
import { listen } from '../../../src/app/testing.ts';
import { blogCard, blogTags, oneBlog } from '../../../src/blog/contract.ts';
import { givenBlogs } from '../../../src/blog/server/testing.ts';
import {
  deleteMyAccount,
  mySecurityEvents,
  signOutEverywhere,
} from '../../../src/features/account/contract/account-page.ts';
import { currentUser, endSession } from '../../../src/features/account/contract/sessions.ts';
import { makeToken, myTokens, revokeToken } from '../../../src/features/account/contract/tokens.ts';
import { addComment, editComment } from '../../../src/features/comments/contract.ts';
import { latestBlogs } from '../../../src/features/reading/contract/lists.ts';
import { suspend } from '../../../src/features/staff/contract/people.ts';
import { myBlogs } from '../../../src/features/writing/own-texts/contract.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member, problemOf } from '../../../src/identity/testing.ts';
import { createPersonalToken } from '../../../src/identity/tokens/token-text.ts';
import { addressOf } from '../../../src/platform/contract/call-api.ts';
import { tokenScopeOf } from '../../../src/platform/contract/define-endpoint.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';

const text = {
  title: 'By a program',
  imageUrl: '/images/a.webp',
  category: 'Technology',
  shortDescription: 'A blog that a program wrote.',
  longDescription: 'Programs write as well.',
} as const;

async function tokenOf(
  member: Member,
  scope: 'read' | 'write' = 'write',
  name = 'Script',
): Promise<{ id: string; secret: string }> {
  const body = { name, scope, days: 30, password: '' } as const;
  const reply = await member.call(makeToken, { body });
  return { id: reply.body.token.id, secret: reply.body.secret };
}

/** A program's requests: without a cookie, and without the headers of browsers. */
function programOf(url: string, secret: string, headers: Record<string, string> = {}) {
  return (path: string, method = 'GET', body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}

/** The id of a new blog by somebody else. */
async function givenBlog(storage: Storage, url: string): Promise<string> {
  await givenBlogs(storage, [{ title: 'A train' }]);
  const [blog] = (await (await fetch(url + latestBlogs.path)).json()) as { _id: string }[];
  return blog?._id ?? '';
}

async function codeOf(reply: Response): Promise<[number, unknown]> {
  const body = (await reply.json()) as { code?: string };
  return [reply.status, body.code];
}

testOnBothEngines(
  'a token is shown once, stored as a hash, listed with its last use, and limited to its scope',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const reading = await tokenOf(ada, 'read', 'Reader');
    const writing = await tokenOf(ada, 'write', 'Writer');
    const kept = JSON.stringify(
      await storage.reader.selectFrom('personal_tokens').selectAll().execute(),
    );
    expect(kept).not.toContain(writing.secret);

    const read = programOf(url, reading.secret);
    const write = programOf(url, writing.secret);
    const published = await write(addBlog.path, 'POST', text);
    expect(published.status).toBe(201);
    expect(published.headers.get('set-cookie') ?? '').not.toContain('session');
    const mine = await read(myBlogs.path);
    expect(mine.status).toBe(200);
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
    expect(JSON.stringify(await mine.json())).toContain(text.title);

    const refused = await read(addBlog.path, 'POST', { ...text, title: 'Another' });
    expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope');
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(await codeOf(refused)).toEqual([403, 'token-not-enough']);

    const { body: listed } = await ada.call(myTokens, {});
    expect(listed.map(({ name, scope }) => [name, scope])).toEqual([
      ['Writer', 'write'],
      ['Reader', 'read'],
    ]);
    expect(listed.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);

    await ada.call(revokeToken, { params: { id: writing.id } });
    expect(await codeOf(await write(myBlogs.path))).toEqual([401, 'token-not-valid']);
    expect((await read(myBlogs.path)).status).toBe(200);
    expect((await problemOf(ada.call(revokeToken, { params: { id: writing.id } }))).code).toBe(
      'token-not-found',
    );
    const { body: events } = await ada.call(mySecurityEvents, {});
    expect(events.map(({ kind }) => kind)).toEqual(['token-revoked', 'token-made', 'token-made']);
    const data = await (await ada.request('/api/account/data')).text();
    expect(data).toContain('"Reader"');
    expect(data).not.toContain(reading.secret);
  },
);

testOnEachEngine(
  'a program saves with the ETag that it read, also where the reply came from the page cache',
  async ({ storage }) => {
    const { url } = await listen(storage, { READING: 'public' });
    const ada = await givenMember(storage, url);
    const write = programOf(url, (await tokenOf(ada)).secret);
    const { _id: id } = (await (await write(addBlog.path, 'POST', text)).json()) as { _id: string };
    const address = addressOf(oneBlog.path, { id });
    const etagOf = async (headers: Record<string, string>) =>
      (await fetch(url + address, { headers })).headers.get('etag') ?? '';
    const save = async (title: string, ifMatch: string) => {
      const program = programOf(url, (await tokenOf(ada)).secret, { 'if-match': ifMatch });
      return (await program(address, 'PUT', { ...text, title })).status;
    };

    const read = await etagOf({});
    expect(await save('Read by everybody', read)).toBe(200);
    expect(await save('Late', read)).toBe(412);
    const again = await etagOf({});
    expect(again).not.toBe(read);
    expect((await fetch(url + address, { headers: { 'if-none-match': again } })).status).toBe(304);
    expect(await save('Read by its author', await etagOf({ cookie: ada.cookie }))).toBe(200);
    // Only the whole of the blog's own tag counts.
    expect(await save('Guessed', `${(await etagOf({})).slice(0, 9)}~"`)).toBe(412);
    // Another name of the author changes the reply, but no blog.
    const before = await etagOf({});
    await storage.write(({ db, touch }) => {
      touch(blogTags.one(id));
      return db.updateTable('people').set({ name: 'Ada King' }).execute();
    });
    expect(await etagOf({})).not.toBe(before);
    expect(await save('Read before the new name', before)).toBe(200);
  },
);

testOnEachEngine(
  'an unknown, mistyped or expired token is refused, and a token in the address is ignored',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const { secret } = await tokenOf(ada);
    for (const wrong of [
      createPersonalToken(),
      `${secret.slice(0, -1)}x`,
      'x',
      '',
      `${secret}, y`,
    ]) {
      const reply = await programOf(url, wrong)(myBlogs.path);
      expect(reply.headers.get('www-authenticate')).toContain('invalid_token');
      expect(await codeOf(reply), wrong).toEqual([401, 'token-not-valid']);
    }
    const inAddress = await fetch(`${url}${myBlogs.path}?token=${secret}&access_token=${secret}`);
    expect(await codeOf(inAddress)).toEqual([401, 'not-signed-in']);
    await storage.write(({ db }) =>
      db
        .updateTable('personal_tokens')
        .set({ expires_at: Date.now() - 1 })
        .execute(),
    );
    expect((await programOf(url, secret)(myBlogs.path)).status).toBe(401);
    // It stays listed for a while, so that its owner sees why it is refused.
    expect((await ada.call(myTokens, {})).body).toHaveLength(1);
  },
);

testOnEachEngine(
  'guests’ calls refuse a token that is not valid, also where the page cache has their reply',
  async ({ storage }) => {
    const { url } = await listen(storage, { LIMITS: '1' });
    const ada = await givenMember(storage, url);
    const id = await givenBlog(storage, url);
    const address = addressOf(oneBlog.path, { id });
    const token = await tokenOf(ada, 'read');
    const program = programOf(url, token.secret);
    expect((await fetch(url + address)).status).toBe(200);
    const read = await program(address);
    expect(read.status).toBe(200);
    expect(read.headers.get('cache-control')).toBe('private, no-store');
    await ada.call(revokeToken, { params: { id: token.id } });
    for (const refused of [program, programOf(url, 'x'), programOf(url, createPersonalToken())]) {
      expect(await codeOf(await refused(address))).toEqual([401, 'token-not-valid']);
      // Public calls and pages ignore it, so their replies still come from the page cache.
      expect((await refused(addressOf(blogCard.path, { id }))).status).toBe(200);
      expect((await refused('/')).status).toBe(200);
    }
    const forged = { authorization: 'Bearer x', cookie: `session=${'x'.repeat(43)}` };
    expect((await fetch(url + address, { headers: forged })).status).toBe(401);
    const statuses = new Set<number>();
    const unknown = programOf(url, createPersonalToken());
    for (let count = 0; count < 60; count += 1) statuses.add((await unknown(address)).status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await fetch(url + address)).status).toBe(200);
  },
);

testOnEachEngine('a program changes its own comment', async ({ storage }) => {
  const { url } = await listen(storage);
  const blogId = await givenBlog(storage, url);
  const ada = await givenMember(storage, url);
  const program = programOf(url, (await tokenOf(ada)).secret);
  const posted = await program(addComment.path, 'POST', { blogId, comment: 'Late again.' });
  const { _id: id } = (await posted.json()) as { _id: string };
  const changed = await program(addressOf(editComment.path, { id }), 'PATCH', {
    comment: 'On time.',
  });
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject({ comment: 'On time.' });
});

testOnEachEngine(
  'a token overrides a cookie, and doesn’t let another site’s page act with the cookie',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const bob = await givenMember(storage, url, 'Bob');
    const { secret } = await tokenOf(bob, 'read');
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const both = programOf(url, secret, { cookie: ada.cookie, ...foreign });
    expect(await codeOf(await both(addBlog.path, 'POST', text))).toEqual([403, 'token-not-enough']);
    const forged = programOf(url, createPersonalToken(), { cookie: ada.cookie, ...foreign });
    expect(await codeOf(await forged(addBlog.path, 'POST', text))).toEqual([
      401,
      'token-not-valid',
    ]);
    // Calls that don't use tokens refuse other sites' pages as usual.
    expect(await codeOf(await both('/api/contact', 'POST', {}))).toEqual([403, 'foreign-origin']);
    expect(await codeOf(await both('/api/reads', 'POST', {}))).toEqual([403, 'token-not-enough']);
    // Nor does a call that is open to everybody tell of the cookie's session, or end it.
    const session = await both(currentUser.path);
    expect(await session.json()).toEqual({ user: null, idToken: null });
    const own = programOf(url, secret, { cookie: ada.cookie, origin: url, referer: `${url}/` });
    const left = await own(endSession.path);
    expect(left.status).toBe(204);
    expect(left.headers.get('set-cookie')).toBeNull();
    expect((await ada.request(myBlogs.path)).status).toBe(200);
    // Pages use only the cookie; an invalid token beside it is ignored.
    const page = await fetch(`${url}/Account`, {
      headers: { cookie: ada.cookie, authorization: `Bearer ${createPersonalToken()}` },
    });
    expect(await page.text()).toContain(ada.person.email);
    const basic = await fetch(`${url}${myBlogs.path}`, {
      headers: { cookie: ada.cookie, authorization: 'Basic eDp5' },
    });
    expect(basic.status).toBe(200);
  },
);

testOnEachEngine(
  'ending all sessions, a deletion, a suspension and the like revoke an account’s tokens',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ends: readonly [string, (member: Member) => Promise<unknown>][] = [
      ['everywhere', (member) => member.call(signOutEverywhere, {})],
      [
        'deleted',
        (member) => member.call(deleteMyAccount, { body: { password: '', blogs: 'remove' } }),
      ],
      [
        'suspended',
        async (member) => {
          const owner = await givenMember(storage, url, 'Olga', 'owner');
          await owner.call(suspend, {
            params: { id: member.person.id },
            body: { until: null, reason: 'Sold watches.' },
          });
        },
      ],
    ];
    for (const [name, end] of ends) {
      const member = await givenMember(storage, url, name);
      const { secret } = await tokenOf(member);
      expect((await programOf(url, secret)(myBlogs.path)).status, name).toBe(200);
      await end(member);
      expect((await programOf(url, secret)(myBlogs.path)).status, name).toBe(401);
    }
    expect(await storage.reader.selectFrom('personal_tokens').selectAll().execute()).toEqual([]);
  },
);

testOnEachEngine('an account has 20 tokens at most', async ({ storage }) => {
  const { url } = await listen(storage);
  const ada = await givenMember(storage, url);
  for (let count = 0; count < 20; count += 1) await tokenOf(ada);
  expect((await problemOf(tokenOf(ada))).code).toBe('tokens-full');
});

testOnEachEngine(
  'a flood of unknown tokens is refused with 429, while a known token works from the same network',
  async ({ storage }) => {
    const { url } = await listen(storage, { LIMITS: '1' });
    const ada = await givenMember(storage, url);
    const { secret } = await tokenOf(ada);
    expect((await programOf(url, secret)(myBlogs.path)).status).toBe(200);
    const statuses = new Set<number>();
    for (let count = 0; count < 61; count += 1) {
      statuses.add((await programOf(url, createPersonalToken())(myBlogs.path)).status);
    }
    expect([...statuses]).toEqual([401, 429]);
    expect((await programOf(url, secret)(myBlogs.path)).status).toBe(200);
  },
);

testOnEachEngine('only the listed calls accept tokens', async ({ storage }) => {
  const { url } = await listen(storage);
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  await givenBlogs(storage, [{ title: 'A train' }]);
  const { secret } = await tokenOf(owner);
  const open: Record<string, string[]> = { read: [], write: [] };
  for (const [name, endpoint] of endpoints) {
    const scope = tokenScopeOf(endpoint);
    if (scope) open[scope]?.push(name);
    if (scope || endpoint.access === 'public') continue;
    const path = endpoint.path.replace(/:\w+/g, 'none');
    const body = endpoint.method === 'GET' ? undefined : {};
    const reply = await programOf(url, secret)(path, endpoint.method, body);
    expect(await codeOf(reply), name).toEqual([403, 'token-not-enough']);
  }
  expect(open.read?.toSorted()).toEqual([
    'blogRevision',
    'blogRevisions',
    'blogRights',
    'commentsOfBlog',
    'draftState',
    'draftStates',
    'exportMyBlogs',
    'followedAuthors',
    'followedBlogs',
    'followedIds',
    'lastDraft',
    'myBlogs',
    'myDeletedBlogs',
    'myDrafts',
    'myHeldBlog',
    'myHeldComments',
    'myHeldTexts',
    'myWishes',
    'oneBlog',
    'oneComment',
    'oneDraft',
    'searchTexts',
    'wishedBlogs',
  ]);
  expect(open.write?.toSorted()).toEqual([
    'addBlog',
    'addComment',
    'addWish',
    'deleteBlog',
    'deleteComment',
    'discardDraft',
    'editComment',
    'endPreviewLink',
    'follow',
    'makePreviewLink',
    'removeWish',
    'restoreBlog',
    'restoreComment',
    'saveDraft',
    'scheduleDraft',
    'takeBlogBack',
    'unfollow',
    'unscheduleDraft',
    'updateBlog',
    'uploadPicture',
  ]);
});
