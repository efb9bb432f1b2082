import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { latestBlogs, memberOf, publish } from '../../wishes-and-comments.ts';

const site = visitedSite({ READING: 'public' });

/** Collects the page's beacons from here on; Playwright doesn't expose their bodies. */
async function signalsOf(page: Page): Promise<string[]> {
  const signals: string[] = [];
  await page.exposeFunction('noteSignal', (body: string) => signals.push(JSON.parse(body).kind));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      if (body instanceof Blob) void body.text().then(Reflect.get(window, 'noteSignal'));
      return send(url, body);
    };
  });
  return signals;
}

test('an article reports once that it was opened, and once that it was read to the end', async () => {
  const [{ _id }] = await latestBlogs(site);
  const { page } = await site.visit();
  await page.clock.install();
  const signals = await signalsOf(page);
  await page.goto(`/blog/${_id}`);
  await eventually(async () => signals).toEqual(['opened']);
  await page.locator('.article-text > :last-child').scrollIntoViewIfNeeded();
  await page.clock.fastForward(60_000);
  await eventually(async () => signals).toEqual(['opened', 'finished']);
  // Hydration must not report anything again.
  await page.mouse.move(10, 10);
  await page.clock.fastForward(60_000);
  expect(signals).toEqual(['opened', 'finished']);
});

test('an author’s own page reports no reading, nor does a browser with Global Privacy Control', async () => {
  const { page, context } = await memberOf(site);
  const id = await publish(site, context, 'My own', 'Words.');
  const own = await signalsOf(page);
  await page.goto(`/blog/${id}`);
  await page.getByRole('link', { name: 'Update Blog' }).first().waitFor();
  const { page: other } = await site.visit();
  await other.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  const unwilling = await signalsOf(other);
  await other.goto(`/blog/${id}`);
  await other.getByRole('heading', { name: 'My own' }).waitFor();
  // A counted visit reports at once: the others would have reported by then.
  const { page: reader } = await site.visit();
  const counted = await signalsOf(reader);
  await reader.goto(`/blog/${id}`);
  await eventually(async () => counted).toEqual(['opened']);
  expect([own, unwilling]).toEqual([[], []]);
});
