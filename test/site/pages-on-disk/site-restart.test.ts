import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { givenBlogs } from '../../../src/blog/server/testing.ts';
import { addComment } from '../../../src/features/comments/contract.ts';
import { latestBlogs } from '../../../src/features/reading/contract/lists.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { ownHeaders } from '../../site-member.ts';
import { untilOpen } from './testing-site.ts';

function settings(size: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return { DATA_DIR: folder, PAGES_ON_DISK: size };
}

const textOf = async (url: string, cookie = '') =>
  (await fetch(url, { headers: { cookie } })).text();

testOnEachEngine('no page is rendered again after a restart', async ({ storage }) => {
  // A page requested right after a write is cached in memory only, so this site has no disk cache.
  const writing = await listen(storage, settings('0'));
  const ada = await givenMember(storage, writing.url, 'Ada');
  const ben = await givenMember(storage, writing.url, 'Ben');
  await givenBlogs(storage, [{ longDescription: '# Ümlaut\n\n'.repeat(300) }, {}]);
  const [blog] = (await ada.call(latestBlogs, {})).body;
  await writing.app.close();

  const given = settings('64');
  const first = await listen(storage, given);
  await untilOpen(first);
  const id = blog?._id ?? '';
  const paths = ['/', '/All-blogs', `/blog/${id}`, `/api/blog/${id}`, '/api/latestBlogs'];
  const cookies = [undefined, ada.cookie, ben.cookie];
  const asked = paths.flatMap((each) =>
    each.startsWith('/api/')
      ? [[each, undefined] as const]
      : cookies.map((one) => [each, one] as const),
  );
  const before: string[] = [];
  for (const [each, cookie] of asked) before.push(await textOf(first.url + each, cookie));
  expect(first.pageCache.stats().renders).toBeGreaterThanOrEqual(paths.length);
  await first.app.close();
  expect(statSync(path.join(given.DATA_DIR, 'pages')).mode & 0o777).toBe(0o700);

  const second = await listen(storage, given);
  await untilOpen(second);
  const after: string[] = [];
  for (const [each, cookie] of asked) after.push(await textOf(second.url + each, cookie));
  expect(after).toEqual(before);
  expect(second.pageCache.stats()).toMatchObject({ renders: 0 });

  const comment = 'Said after the restart.';
  const said = await fetch(`${second.url}${addComment.path}`, {
    method: addComment.method,
    headers: ownHeaders(second.url, ben.cookie),
    body: JSON.stringify({ blogId: id, comment }),
  });
  expect(said.ok).toBe(true);
  for (const cookie of [ada.cookie, ben.cookie]) {
    expect(await textOf(`${second.url}/blog/${id}`, cookie)).toContain(comment);
  }
});

testOnEachEngine('PAGES_ON_DISK=0 stores no pages on disk', async ({ storage }) => {
  const given = settings('0');
  const site = await listen(storage, given);
  await textOf(`${site.url}/`);
  await site.app.close();
  expect(existsSync(path.join(given.DATA_DIR, 'pages'))).toBe(false);
  expect(site.pageCache.stats().disk).toBeUndefined();
});
