// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPageAssets } from '../../src/app/rendering/page-renderer.ts';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();
const built = path.resolve('dist/browser');
const assetsOf = readPageAssets(built);

/** Most kilobytes of Home, compressed, by what has to come before anything is seen and by all of it. */
const mostAtOnce = 25;
const mostInAll = 170;

const kilobytes = (content: string | Buffer) => gzipSync(content, { level: 9 }).length / 1_000;
const weightOf = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + kilobytes(readFileSync(path.join(built, file))), 0);

test('Home is seen after a few kilobytes, and is not much more in all', async () => {
  const { script, styles, parts, fonts } = assetsOf('home');
  const page = kilobytes(await (await fetch(`${site.url}/`)).text());
  expect(page + weightOf([script, ...styles])).toBeLessThan(mostAtOnce);
  expect(page + weightOf([script, ...styles, ...parts])).toBeLessThan(mostInAll);
  expect(fonts.length).toBe(2);
});

test('no page for readers loads what only forms check with', async () => {
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

test('scripts wait until the page is painted, and come without being asked for', async () => {
  const { page } = await site.visit();
  // A browser that is driven says by itself that the pointer has moved, and that would be interest.
  await page.addInitScript(() => {
    window.addEventListener('pointermove', (event) => event.stopImmediatePropagation(), true);
  });
  await open(page, '/');
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
  await eventually(() => page.locator('.ticker-belt[data-runs]').count()).toBe(1);
});
