// @module-tag slow
import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce, startSite } from '../running-site.ts';

test('in development, pages are served from the sources with Vite’s live reload', async () => {
  const site = await startSite({}, ['src/app/dev.ts']);
  onTestFinished(() => site.stop());
  const page = await (await fetchOnce(`${site.url}/All-blogs`)).text();
  expect(page).toContain('<title>All Blogs | The Content Hub</title>');
  expect(page).toContain('A Slow Loaf');
  expect(page).toContain('/@vite/client');
  const made = await fetchOnce(`${site.url}/All-blogs?search=loaf`);
  const kept = await fetchOnce(`${site.url}/All-blogs?search=loaf`);
  const [first, second] = [made, kept].map(
    ({ headers }) =>
      headers
        .get('server-timing')
        ?.match(/[\d.]+/g)
        ?.map(Number) ?? [],
  );
  // Database, render, total: the total includes rendering, and a cached page needs neither.
  expect(first?.map((ms) => ms > 0)).toEqual([true, true, true]);
  expect(first?.[2]).toBeGreaterThanOrEqual(first?.[1] ?? Infinity);
  expect(second?.slice(0, 2)).toEqual([0, 0]);
  const entry = await fetchOnce(`${site.url}/src/app/browser/browser-entry.ts`);
  expect([entry.status, await entry.text()]).toEqual([
    200,
    expect.stringContaining('captureEvents'),
  ]);
});
