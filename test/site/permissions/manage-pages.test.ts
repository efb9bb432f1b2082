import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { createCaller, givenMember } from '../../../src/identity/testing.ts';
import { paths } from '../../../src/paths.ts';
import type { PageAddress } from '../../../src/platform/contract/define-page-address.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

const pages = Object.values<PageAddress>(paths).filter(({ access }) =>
  ['staff', 'owner'].includes(access),
);

testOnEachEngine('each page of Manage is available to its roles only', async (test) => {
  const { storage } = test;
  const { url } = await listen(storage);
  const member = await givenMember(storage, url, 'Ada');
  const moderator = await givenMember(storage, url, 'Mary', 'moderator');
  const editor = await givenMember(storage, url, 'Edda', 'editor');
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  expect(pages).not.toEqual([]);
  for (const { path, access } of pages) {
    const toSignIn = await createCaller(url).request(path);
    expect([toSignIn.status, toSignIn.headers.get('location')], path).toEqual([
      302,
      `/Account/signin?from=${encodeURIComponent(path)}`,
    ]);
    const statuses = [member, editor, moderator, owner].map(
      async (one) => (await one.request(path)).status,
    );
    expect(await Promise.all(statuses), path).toEqual([
      404,
      404,
      access === 'owner' ? 404 : 200,
      200,
    ]);
    const reply = await owner.request(path);
    expect(reply.headers.get('cache-control'), path).toBe('private, no-store');
  }
});

testOnEachEngine('a dismissed moderator can’t open Manage any more', async ({ storage }) => {
  const { url } = await listen(storage);
  const moderator = await givenMember(storage, url, 'Mary', 'moderator');
  expect((await moderator.request(paths.manage.to())).status).toBe(200);
  await storage.write(({ db, touch }) => {
    touch(`person:${moderator.person.id}`);
    return db.updateTable('people').set({ role: 'member' }).execute();
  });
  expect((await moderator.request(paths.manage.to())).status).toBe(404);
});
