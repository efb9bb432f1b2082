/**
 * `npm run film-strip [-- --width 390 --theme dark]`: writes a blog as a person does, keystroke by keystroke, with a
 * paste from a document, a picture, a table, a network failure and a reload, and publishes it. Takes ten screenshots on
 * the way, into test-results/film-strip, and fails where the published text differs from the field's.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { newAccount, signUpInBackground } from '../test/account.ts';
import { open } from '../test/browser.ts';
import { startSite } from '../test/running-site.ts';
import { startBrowser } from '../test/start-browser.ts';
import { boxOf } from '../test/writing.ts';
import { buildSite } from './build-site.ts';
import { afterwards, beforePublishing, title, written } from './film-strip/scenes.ts';
import { inProject } from './launcher/project.mjs';

const { values: wanted } = parseArgs({
  options: {
    width: { type: 'string', default: '1366' },
    theme: { type: 'string', default: 'light' },
  },
});
const width = Number(wanted.width);
const theme = wanted.theme === 'dark' ? 'dark' : 'light';
const folder = inProject('test-results', 'film-strip');
/** Timeout of every wait in milliseconds. */
const patienceMs = 20_000;

function check(condition: boolean, sentence: string): void {
  if (!condition) throw new Error(sentence);
}

async function film(browser: Browser, siteUrl: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: siteUrl,
    viewport: { width, height: width < 600 ? 844 : 768 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const at = { page, context };
  let taken = 0;
  async function shoot(name: string): Promise<void> {
    taken += 1;
    const file = `${String(taken).padStart(2, '0')}-${name}-${width}-${theme}.jpg`;
    await page.screenshot({ path: path.join(folder, file), type: 'jpeg', quality: 82 });
  }

  await signUpInBackground(context, siteUrl, newAccount({ displayName: 'Ada Keeper' }));
  await open(page, '/Add-Blog');
  await boxOf(page, 'title').fill(title);
  for (const [name, act] of beforePublishing) {
    await act(at);
    await shoot(name);
  }
  const whole = await written(at);
  for (const [name, act] of afterwards) {
    await act(at);
    await shoot(name);
  }

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const answer = await context.request.get(`/api/blog/${id}`);
  const blog: Record<string, unknown> = await answer.json();
  check(blog.longDescription === whole, 'The site holds another text than the field did.');
  const words = whole.split(/\s+/u).length;
  console.log(
    `GET /api/blog/${id}: ${answer.status()}, ${words} words, to the letter what was written:`,
  );
  console.log(JSON.stringify(blog, null, 2));
  console.log(`${taken} pictures: ${folder}`);
}

async function run(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const site = await startSite({});
  const browser = await startBrowser();
  try {
    await film(browser, site.url);
  } finally {
    await browser.close();
    await site.stop();
  }
}

if (buildSite()) await run();
else process.exitCode = 1;
