// @module-tag slow
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sharedBrowser } from '../../start-browser.ts';
import { type FuzzedSite, startFuzzedSite } from '../site/fuzzed-site.ts';
import { dangersInHtml } from './dangers-in-html.ts';
import { fuzzScripts } from './fuzz-scripts.ts';
import { scriptPayloads } from './script-payloads.ts';

vi.setConfig({ testTimeout: 180_000 });

let site: FuzzedSite;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([
    startFuzzedSite({ READING: 'public', DEMO: 'off' }),
    sharedBrowser(),
  ]);
});
afterAll(() => site?.stop());

test('two hundred script payloads in every field that a user can fill in run on no page', async () => {
  expect(new Set(scriptPayloads).size).toBe(200);
  const { findings, pages } = await fuzzScripts(site, browser, { each: 5, people: 10 });
  expect(findings).toEqual([]);
  expect(pages).toBeGreaterThan(15);
});

test('the check for dangerous HTML finds each script and no harmless lookalike', () => {
  const dangerous = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="java\tscript:alert(1)">',
    '<iframe srcdoc="a">',
    '<img src="data:image/svg+xml,<svg/onload=alert(1)>">',
  ];
  for (const html of dangerous) expect(dangersInHtml(html), html).toHaveLength(1);
  const harmless = [
    '&lt;script>alert(1)',
    '<a href="/a">',
    '<script type="application/json">"alert(1)"</script>',
  ];
  for (const html of harmless) expect(dangersInHtml(html), html).toEqual([]);
});
