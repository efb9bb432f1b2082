// @module-tag slow
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { blogTextSchema } from '../../../src/blog/blog-text.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { open, visit } from '../../browser.ts';
import { inMatrix } from '../../matrix.ts';
import { startSiteHere } from '../../site-here.ts';
import { sharedBrowser } from '../../start-browser.ts';
import { boxOf, fillBlog, openEditor, putLongText, someText } from '../../writing.ts';

vi.setConfig({ testTimeout: 240_000 });

const textCount = inMatrix({ usual: 100, whole: 1_000 });
/** Texts per blog: publishing each separately would take half an hour. */
const textsPerBlog = Math.min(250, textCount);

const attack = fc.constantFrom(
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg/onload=window.ran=1>',
  '[a](javascript:window.ran=1)',
  '![a](data:image/svg+xml,<svg/onload=window.ran=1>)',
  '<a href="java&#10;script:window.ran=1">b</a>',
  '</textarea><iframe srcdoc="<script>parent.ran=1</script>">',
  ']]><!--<b>-->',
  '`` ` ``',
  '> - 1. # |a|b|\n|-|-|\n',
);
const words = fc
  .string({ unit: 'binary', maxLength: 40 })
  // Control characters are refused with a message, which other tests cover.
  .filter((text) => text.isWellFormed() && !/[\p{Cc}]/u.test(text));
const text = fc.array(fc.oneof(words, attack, fc.constantFrom('\n', '\n\n', '    ', '𝒳')), {
  maxLength: 8,
});

/** Elements and attributes of the article that could run code. */
function dangersIn(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('article *')].flatMap((element) => [
        ...(/^(script|iframe|object|embed|style|form)$/i.test(element.tagName)
          ? [element.tagName]
          : []),
        ...[...element.attributes]
          .filter(
            ({ name, value }) =>
              /^on/i.test(name) || /^\s*(javascript|data|vbscript):/i.test(value),
          )
          .map(({ name, value }) => `${name}=${value}`),
      ]),
    );
}

async function publish(page: Page, title: string, longDescription: string): Promise<string> {
  await open(page, '/Add-Blog');
  await fillBlog(page, { ...someText, title, longDescription: '' });
  await putLongText(page, longDescription);
  const answered = page.waitForResponse('**/api/addBlog');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  const answer = await answered;
  expect(answer.status()).toBe(201);
  await page.waitForURL((url) => url.pathname === '/');
  const { _id }: { _id: string } = await answer.json();
  return _id;
}

testOnEachEngine(
  `${textCount} random texts are stored exactly as typed, and run no code`,
  async ({ options }) => {
    const site = await startSiteHere({
      DEMO: 'off',
      ...(options.databaseUrl
        ? { DATABASE_URL: options.databaseUrl }
        : { DATA_DIR: options.dataDir }),
    });
    const seed = Date.now() | 0;
    const texts = fc.sample(text, { numRuns: textCount, seed }).map((parts) => parts.join(''));
    try {
      // The pictures that the texts refer to don't exist.
      const browser = await sharedBrowser();
      const { page, context } = await visit(browser, site.url, { allowedComplaints: /404|ERR_/ });
      await openEditor(page, context, site.url);
      for (let first = 0; first < textCount; first += textsPerBlog) {
        const typed = texts
          .slice(first, first + textsPerBlog)
          .map((part, index) => `§${first + index}§\n\n${part}`)
          .join('\n\n');
        const id = await publish(page, `Texts from ${first} on, seed ${seed}`, typed);
        const expected = blogTextSchema.shape.longDescription.parse(typed);

        await open(page, `/blog/${id}`);
        await page.getByRole('article').getByText(`§${first}§`).waitFor();
        expect(await dangersIn(page), `seed ${seed}, from ${first}`).toEqual([]);
        expect(await page.evaluate(() => 'ran' in window), `seed ${seed}`).toBe(false);
        await open(page, `/update-blog/${id}`);
        expect(await boxOf(page, 'longDescription').inputValue(), `seed ${seed}`).toBe(expected);
      }
    } finally {
      await site.stop();
    }
  },
);
