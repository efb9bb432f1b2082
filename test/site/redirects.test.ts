import { expect } from 'vitest';
import { addRedirects, importPorts } from '../../src/app/site-parts.ts';
import { listen } from '../../src/app/testing.ts';
import { text } from '../../src/blog/server/testing.ts';
import {
  missedAddresses,
  putRedirect,
  redirects,
  removeRedirect,
  tryAddress,
} from '../../src/features/redirects/contract.ts';
import { createMissedCounter } from '../../src/features/redirects/server/missed/missed-counter.ts';
import { storeCountedMisses } from '../../src/features/redirects/server/missed/store-missed-job.ts';
import { putRedirect as storeRedirect } from '../../src/features/redirects/server/redirect-store.ts';
import { deleteBlog, takeBlogBack } from '../../src/features/writing/own-texts/contract.ts';
import { addBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member, problemOf } from '../../src/identity/testing.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../src/storage/testing.ts';

async function given(storage: Storage) {
  const { url } = await listen(storage);
  const owner = await givenMember(storage, url, 'Olga Owner', 'owner');
  const ada = await givenMember(storage, url);
  const { _id: id } = (await ada.call(addBlog, { body: text })).body;
  const add = async (blogId: string, addresses: readonly string[]) =>
    (await storage.write((write) => addRedirects(write, blogId, addresses))).changed;
  const put = (path: string, target: string) => owner.call(putRedirect, { body: { path, target } });
  const ask = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    await reply.arrayBuffer();
    return reply;
  };
  const wayOf = async (path: string, init?: RequestInit) => {
    const reply = await ask(path, init);
    return [reply.status, reply.headers.get('location')] as const;
  };
  return { url, owner, ada, id, add, put, ask, wayOf };
}

const refusalOf = (work: Promise<unknown>) => problemOf(work).then(({ code }) => code);

testOnBothEngines('imported old addresses redirect to the blog', async ({ storage }) => {
  const { id, add, ask, wayOf } = await given(storage);
  const old = ['/2019/05/Straße/', 'https://old.example/?p=123', '/@ada/title-0af3', '/blog/title'];
  expect(await add(id, [...old, '/', '/All-blogs', `/blog/${id}`, '/api/old', 'mailto:a@b'])).toBe(
    4,
  );
  expect(await add(id, old)).toBe(0);
  const here = [301, `/blog/${id}`] as const;
  for (const path of [
    '/2019/05/stra%C3%9Fe',
    '/2019//05/STRA%C3%9FE/',
    '/2019/05/stra%C3%9Fe?utm_source=x',
    '/?p=123',
    '/?utm_source=x&p=123',
    '/@ada/title-0af3',
    '/blog/title',
    '/Blog/Title/',
  ]) {
    // First from the database, then from memory.
    expect(await wayOf(path), path).toEqual(here);
    expect(await wayOf(path), path).toEqual(here);
    expect(await wayOf(path, { method: 'HEAD' }), path).toEqual(here);
  }
  const { headers } = await ask('/?p=123');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  for (const path of ['/', '/?p=124', '/?q=123', '/?p='])
    expect((await ask(path)).status).toBe(200);
  for (const path of ['/2019/05', '/blog/other', '/2019/05/%00']) {
    expect((await ask(path)).status, path).toBe(404);
  }
  expect((await ask('/2019/05/stra%C3%9Fe', { method: 'POST' })).status).not.toBe(301);
});

testOnEachEngine(
  'an old address reveals no more than the blog’s own address',
  async ({ storage }) => {
    const { ada, id, add, wayOf } = await given(storage);
    await add(id, ['/old']);
    expect(await wayOf('/old')).toEqual([301, `/blog/${id}`]);
    await ada.call(takeBlogBack, { params: { id } });
    expect(await wayOf('/old')).toEqual([404, null]);

    const { _id: other } = (await ada.call(addBlog, { body: { ...text, title: 'Other' } })).body;
    await add(other, ['/other']);
    await ada.call(deleteBlog, { params: { id: other }, query: { title: 'Other' } });
    // The blog's own address answers that it is gone.
    expect(await wayOf('/other')).toEqual([301, `/blog/${other}`]);
    expect((await wayOf(`/blog/${other}`))[0]).toBe(410);
  },
);

testOnBothEngines('an owner adds redirects, and sees their targets', async ({ storage }) => {
  const { url, owner, id, add, put, wayOf } = await given(storage);
  const { body } = await put(`${url}/Feed/`, '/feed.xml');
  expect(body).toMatchObject({ path: '/feed', target: '/feed.xml', isByHand: true, title: null });
  expect(await wayOf('/feed/')).toEqual([301, '/feed.xml']);
  expect((await put('/talk', `/blog/${id.toUpperCase()}/`)).body).toMatchObject({
    target: `/blog/${id}`,
    title: text.title,
  });
  await put('/shop', 'https://shop.example/a?b=c#d');
  expect(await wayOf('/shop')).toEqual([301, 'https://shop.example/a?b=c#d']);
  // Replaces a redirect that is in memory by now.
  await put('/shop', '/contact');
  expect(await wayOf('/shop')).toEqual([301, '/contact']);
  // An import doesn't change an owner's redirect.
  expect(await add(id, ['/shop', '/other'])).toBe(1);
  expect(await wayOf('/shop')).toEqual([301, '/contact']);

  const list = async (query: { search?: string; cursor?: string } = {}) =>
    (await owner.call(redirects, { query })).body.redirects.map(({ path }) => path);
  expect(await list()).toEqual(['/feed', '/other', '/shop', '/talk']);
  expect(await list({ search: `${url}/S` })).toEqual(['/shop']);
  expect(await list({ cursor: '/other' })).toEqual(['/shop', '/talk']);

  const tried = async (address: string) =>
    (await owner.call(tryAddress, { query: { address } })).body;
  expect(await tried('/SHOP/')).toEqual({
    answer: 'leads-on',
    path: '/shop',
    location: '/contact',
  });
  expect(await tried('/contact')).toMatchObject({ answer: 'own' });
  expect(await tried('/none')).toMatchObject({ answer: 'nothing' });
  expect(await tried('/%')).toMatchObject({ answer: 'unusable' });

  await owner.call(removeRedirect, { query: { path: '/shop' } });
  expect((await wayOf('/shop'))[0]).toBe(404);
  expect(await refusalOf(owner.call(removeRedirect, { query: { path: '/shop' } }))).toBe(
    'redirect-not-found',
  );
});

testOnEachEngine(
  'a redirect from an address of the site, or in a circle, is refused',
  async ({ storage }) => {
    const { id, put, wayOf } = await given(storage);
    for (const path of [
      '/',
      '/all-blogs/',
      `/blog/${id}`,
      '/api/x',
      '/images/a.png',
      '/Manage/log',
    ]) {
      expect(await refusalOf(put(path, '/contact')), path).toBe('own-address');
    }
    for (const target of [
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'http://evil.example/',
      'https://user:password@evil.example/',
      '/..//evil.example',
      'contact',
      'data:text/html,x',
    ]) {
      expect(await refusalOf(put('/old', target)), target).toBe('invalid-input');
    }
    for (const path of ['old', '/%zz', `/${'x'.repeat(500)}`, '/a?b=1&c=2&d=3&e=4']) {
      expect(await refusalOf(put(path, '/contact')), path).toBe('invalid-input');
    }
    // Chains are followed to their end, and circles refused.
    await put('/c', '/contact');
    await put('/b', '/c');
    await put('/a', '/b/');
    expect(await wayOf('/a')).toEqual([301, '/contact']);
    expect(await refusalOf(put('/c', '/A'))).toBe('redirect-circle');
    expect(await refusalOf(put('/d', '/d/'))).toBe('redirect-circle');
    expect(await refusalOf(put('/d', '/d?x=1'))).toBe('redirect-circle');
    expect(await wayOf('/c')).toEqual([301, '/contact']);
  },
);

testOnBothEngines(
  'a redirect by a query covers no page of the site, however it came',
  async ({ storage }) => {
    const { id, owner, add, put, wayOf } = await given(storage);
    const covering = ['/contact?x=1', '/ALL-blogs/?search=a', `/blog/${id}?comments=newest`];
    for (const path of covering) {
      expect(await refusalOf(put(path, 'https://evil.example/')), path).toBe('own-address');
      const exported = { from: path, target: { address: 'https://evil.example/' }, now: 0 };
      const outcome = await storage.write((write) => importPorts.redirects.add(write, exported));
      expect(outcome, path).toBe('own');
    }
    expect(await add(id, covering)).toBe(0);
    expect(await add(id, ['/?p=1', '/blog/?p=2', '/blog/title?x=1'])).toBe(3);
    expect(await wayOf('/?p=1')).toEqual([301, `/blog/${id}`]);
    expect(await wayOf('/blog?p=2')).toEqual([301, `/blog/${id}`]);
    expect(await wayOf('/blog/title?x=1')).toEqual([301, `/blog/${id}`]);

    // A row from before this rule.
    const row = { path: '/contact?x=1', shape: '/contact?x', target: { address: '/terms' } };
    await storage.write((write) => storeRedirect(write, row, 0));
    for (let times = 0; times < 2; times += 1)
      expect(await wayOf('/contact?x=1')).toEqual([200, null]);
    await put('/old', '/contact?x=1');
    expect(await wayOf('/old')).toEqual([301, '/contact?x=1']);
    const { body } = await owner.call(tryAddress, { query: { address: '/contact?x=1' } });
    expect(body).toMatchObject({ answer: 'own', location: null });
  },
);

testOnEachEngine('redirects may use at most ten query parameter names', async ({ storage }) => {
  const { put, wayOf } = await given(storage);
  for (let index = 0; index < 10; index += 1) await put(`/?name${index}=1`, '/contact');
  expect(await refusalOf(put('/?other=1', '/contact'))).toBe('too-many-shapes');
  await put('/?name3=2', '/All-blogs');
  expect(await wayOf('/?name3=2')).toEqual([301, '/All-blogs']);
});

const listOf = async (owner: Member) =>
  (await owner.call(missedAddresses, {})).body.map(({ path, count }) => [path, count]);

testOnBothEngines(
  'missed addresses are counted without personal data and within a limit',
  async ({ storage }) => {
    const { owner, put } = await given(storage);
    const counter = createMissedCounter();
    for (let network = 0; network < 5; network += 1) {
      const ip = `192.0.${network}.1`;
      for (let time = 0; time < 20; time += 1) counter.note('/Gone/?email=a@b.example', ip);
      counter.note('/wp-login.php', ip);
      counter.note('/.env', ip);
      counter.note('/people/ada@example.org', ip);
    }
    // A flood of addresses that are requested only once.
    for (let index = 0; index < 5_000; index += 1) {
      counter.note(`/flood/${index}`, `10.${index % 200}.${Math.floor(index / 200)}.1`);
    }
    await storeCountedMisses({ storage, counter });
    const rows = await storage.reader.selectFrom('missed_addresses').select('path').execute();
    expect(rows.length).toBeLessThanOrEqual(1_000);
    const [first] = await listOf(owner);
    expect(first?.[0]).toBe('/gone');
    expect(first?.[1]).toBeGreaterThan(5);
    // On the next day the flood has expired.
    counter.note('/gone', '198.51.100.1');
    await storeCountedMisses({ storage, counter, now: () => Date.now() + 24 * 60 * 60_000 });
    expect((await listOf(owner)).map(([path]) => path)).toEqual(['/gone']);
    // An address with a redirect is no longer missed.
    await put('/gone', '/contact');
    expect(await listOf(owner)).toEqual([]);
  },
);
