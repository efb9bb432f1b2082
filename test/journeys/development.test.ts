import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce, startSite } from '../running-site.ts';

test('while one works on it, pages come from the sources and reload themselves', async () => {
  const site = await startSite({}, ['src/app/dev.ts']);
  onTestFinished(() => site.stop());
  const page = await (await fetchOnce(`${site.url}/All-blogs`)).text();
  expect(page).toContain('<title>All Blogs | The Content Hub</title>');
  expect(page).toContain('A Slow Loaf');
  expect(page).toContain('/@vite/client');
  const entry = await fetchOnce(`${site.url}/src/app/browser-entry.ts`);
  expect([entry.status, await entry.text()]).toEqual([200, expect.stringContaining('holdEvents')]);
});
