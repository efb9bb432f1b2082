// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPageAssets } from '../../src/app/rendering/page-renderer.ts';
import { eventually } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();
const built = path.resolve('dist/browser');
const assetsOf = readPageAssets(built);

/** Maximum kilobytes of Home, compressed: until it is readable, and with everything needed for hydration. */
const mostAtOnce = 28;
const mostInAll = 185;

const kilobytes = (content: string | Buffer) => gzipSync(content, { level: 9 }).length / 1_000;
const weightOf = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + kilobytes(readFileSync(path.join(built, file))), 0);

test('Home stays within its budgets of kilobytes, until readable and in all', async () => {
  const { script, styles, parts, fonts } = assetsOf('home');
  const page = kilobytes(await (await fetch(`${site.url}/`)).text());
  expect(page + weightOf([script, ...styles])).toBeLessThan(mostAtOnce);
  expect(page + weightOf([script, ...styles, ...parts])).toBeLessThan(mostInAll);
  expect(fonts.length).toBe(2);
});

test('pages for readers do not load the schemas that only forms need', async () => {
  const schemas = readdirSync(path.join(built, 'assets')).filter((file) =>
    /^schemas-.*\.js$/.test(file),
  );
  expect(schemas.length).toBe(1);
  for (const page of ['home', 'reading/all-blogs', 'reading/featured-blogs', 'reading/blog']) {
    const { parts } = assetsOf(page);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts).not.toContain(`/assets/${schemas[0]}`);
  }
  expect(assetsOf('account/sign-in').parts).toContain(`/assets/${schemas[0]}`);
});

test('a page for reading loads little script, and hydrates on first interaction', async () => {
  const { page } = await site.visit();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await eventually(() => page.locator('.ticker-belt[data-runs]').count()).toBe(1);
  await page.mouse.wheel(0, 2_000);
  await eventually(() => page.locator('.site-header[data-scrolled=down]').count()).toBe(1);
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })),
  );
  expect(scripts).toEqual([assetsOf('home').script]);
  await page.getByRole('button', { name: 'Add to Wishlist' }).first().press('Enter');
  await page.getByRole('dialog').getByText('Not Logged In').waitFor();
  expect(scripts.length).toBeGreaterThan(assetsOf('home').parts.length);
});

test('a page with a form hydrates by itself, after the first paint', async () => {
  const { page } = await site.visit();
  await page.goto('/Account/signin');
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  const [paint, ...scripts] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ...performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name) && !name.includes('browser-entry'))
      .map(({ startTime }) => startTime),
  ]);
  expect(paint).toBeGreaterThan(0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((startTime) => startTime < (paint ?? 0))).toEqual([]);
});
