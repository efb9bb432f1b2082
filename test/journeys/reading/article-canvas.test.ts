// @module-tag slow
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { type Member, memberOf, publish } from '../../wishes-and-comments.ts';

const site = visitedSite();

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not to be seen.');
  return { ...box, right: box.x + box.width };
}

const words = 'a sentence of some words in a cell';
const row = `| ${Array.from({ length: 7 }, () => words).join(' | ')} |`;
const table = `${row}\n|${' --- |'.repeat(7)}\n${row}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |`;

test.for([390, 1366])('at %i px a wide table scrolls in its own box', async (width) => {
  const author = await memberOf(site);
  const id = await publish(site, author.context, 'Tabled', table);
  const { page } = await memberOf(site, {}, { width });
  await open(page, `/blog/${id}`);
  const regions = page.getByRole('region', { name: 'Table' });
  const [wide, narrow] = [regions.first(), regions.last()];
  const overflow = (region: Locator) =>
    region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await overflow(wide)).toBeGreaterThan(0);
  expect(await overflow(narrow)).toBe(0);
  const { width: whole } = await boxOf(narrow);
  expect((await boxOf(narrow.getByRole('table'))).width).toBeCloseTo(whole, 0);
  // Several words per line.
  expect((await boxOf(wide.getByRole('cell').first())).width).toBeGreaterThan(150);
  await wide.focus();
  expect(await wide.evaluate((region) => region === document.activeElement)).toBe(true);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
});

test.for([
  { width: 820, room: 750.3 },
  { width: 1366, room: 1080 },
  { width: 1920, room: 1080 },
])(
  'at $width px code and tables take up to $room px if they need it, and are centred on the text',
  async ({ width, room }) => {
    const author = await memberOf(site);
    const code = `\`\`\`\n${'word '.repeat(60)}\n\`\`\`\n\n\`\`\`\nshort\n\`\`\``;
    const headings = '## One\n\n## Two\n\n## Three\n\n';
    const id = await publish(
      site,
      author.context,
      'Broad',
      `${headings}${table}\n\n${code}${'\n\nAnd more.'.repeat(60)}\n\n${table}\n\n${code}`,
    );
    const { page } = await memberOf(site, {}, { width });
    for (const dir of ['ltr', 'rtl']) {
      await open(page, `/blog/${id}`);
      await page.locator('.article-text .copy-code').first().waitFor();
      await page.locator('.article-text').evaluate((text, value) => {
        text.setAttribute('dir', value);
      }, dir);
      const text = await boxOf(page.locator('.article-text'));
      const side = await boxOf(page.locator('.side-column'));
      const last = await boxOf(page.locator('.side-column > :last-child'));
      const isBeside = side.x > text.right;
      const blocks = await page.locator('.article-text > :is(.code, .table-scroll)').all();
      expect(blocks).toHaveLength(8);
      for (const [index, block] of blocks.entries()) {
        const box = await boxOf(block);
        const isFree = !isBeside || width >= 1808 || box.y > last.y + last.height;
        // Each second one is short.
        expect(box.width).toBeCloseTo(index % 2 === 0 && isFree ? room : text.width, 0);
        expect(box.x + box.right).toBeCloseTo(text.x + text.right, 0);
        if (isBeside && box.y < last.y + last.height) expect(box.right).toBeLessThan(side.x);
      }
      // Above them nothing is moved: the first stands right below the last heading.
      const heading = await boxOf(page.getByRole('heading', { name: 'Three' }));
      const first = await boxOf(page.locator('.article-text > .table-scroll').first());
      expect(first.y - heading.y).toBeLessThan(120);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBe(0);
    }
  },
);

test('the cover is wider than the text beside the side column if there is room, else as wide as the text', async () => {
  const author = await memberOf(site);
  const id = await publish(site, author.context, 'Covered', 'A text.');
  for (const { width, cover } of [
    { width: 1920, cover: 1080 },
    { width: 1366, cover: 640 },
  ]) {
    const { page } = await memberOf(site, {}, { width });
    await open(page, `/blog/${id}`);
    const picture = await boxOf(page.locator('.article-page header .picture-frame'));
    const text = await boxOf(page.locator('.article-text'));
    const side = await boxOf(page.getByRole('complementary'));
    expect(picture.width).toBe(cover);
    expect(text.width).toBe(640);
    expect(picture.x + picture.right).toBeCloseTo(text.x + text.right, 0);
    expect(side.x).toBeGreaterThan(picture.right);
  }
});

test('a wide picture extends beyond the text if there is room, and never makes the page scroll sideways', async () => {
  const author = await memberOf(site);
  const picture = '/images/demo/four-seasons-on-one-balcony.webp';
  const text = `Words.\n\n![a](${picture}#wide "Wide")\n\n![b](${picture})\n![c](${picture})`;
  const id = await publish(site, author.context, 'Wide pictures', text);
  for (const [width, beyond] of [
    [1920, 220],
    [820, 50],
    [390, 16],
  ] as const) {
    const { page } = await memberOf(site, {}, { width });
    await open(page, `/blog/${id}`);
    const lines = await boxOf(page.locator('.article-text > p').first());
    const wide = await boxOf(page.locator('.article-text > figure.wide'));
    expect(lines.x - wide.x).toBeGreaterThanOrEqual(beyond);
    expect(wide.x + wide.right).toBeCloseTo(lines.x + lines.right, 0);
    const [left, right] = await Promise.all([
      boxOf(page.locator('.gallery > figure').first()),
      boxOf(page.locator('.gallery > figure').last()),
    ]);
    expect(right.y).toBe(left.y);
    expect(right.x).toBeGreaterThan(left.right);
    const sideways = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
  }
});

const sized = (size: 'wide' | 'full') =>
  `\n\n![a](/images/demo/four-seasons-on-one-balcony.webp#${size})`;

test.for([1280, 1366, 1600, 1808, 1920])(
  'at %i px wide and full pictures use the space beside the side column, and the whole window below it',
  async (width) => {
    const author = await memberOf(site);
    const first = await publish(site, author.context, 'Wide', `Words.${sized('wide')}`);
    const below = `${'\n\nAnd more.'.repeat(60)}${sized('full')}`;
    const second = await publish(site, author.context, 'Full', `Words.${sized('full')}${below}`);
    const { page } = await memberOf(site, {}, { width });
    const side = () => boxOf(page.locator('.side-column'));
    const window = () => page.evaluate(() => document.documentElement.clientWidth);
    const sideways = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page, `/blog/${first}`);
      const middle = (await window()) / 2;
      const offMiddle = ({ x, right }: { x: number; right: number }) =>
        Math.abs((x + right) / 2 - middle) / (2 * middle);
      const lines = await boxOf(page.locator('.article-text > p').first());
      const wide = await boxOf(page.locator('.article-text > .wide'));
      expect(offMiddle(lines)).toBeLessThan(0.06);
      expect(offMiddle(wide)).toBeLessThan(0.06);
      expect(wide.width).toBeGreaterThan(lines.width + 150);
      expect(wide.right).toBeLessThan((await side()).x);
      expect(await sideways()).toBe(0);

      await open(page, `/blog/${second}`);
      const full = await boxOf(page.locator('.article-text > .full').first());
      expect(full.width).toBeGreaterThan(wide.width);
      expect(Math.abs(full.x)).toBeLessThan(16);
      expect(full.right).toBeLessThan((await side()).x);
      expect(full.right).toBeGreaterThan((await side()).x - 48);
      // Below the side column the whole width is free.
      const free = await boxOf(page.locator('.article-text > .full[data-free]'));
      const last = await boxOf(page.locator('.side-column > :last-child'));
      expect(free.y).toBeGreaterThan(last.y + last.height);
      expect(free.x).toBeCloseTo(0, 0);
      expect(free.right).toBeCloseTo(2 * middle, 0);
      expect(await sideways()).toBe(0);
    }
  },
);

/** Uploads a picture as this member; resolves to its address. */
async function upload({ context }: Member): Promise<string> {
  const create = { width: 2_560, height: 1_600, channels: 3, background: '#205060' } as const;
  const reply = await context.request.post('/api/pictures', {
    headers: { origin: site.url, 'content-type': 'application/octet-stream' },
    data: await sharp({ create }).jpeg().toBuffer(),
  });
  return ((await reply.json()) as { address: string }).address;
}

test.for([390, 820, 1100, 1366, 1920])(
  'at %i px an uploaded picture is loaded at least as large as it is shown, and enlarged in its full size',
  async (width) => {
    const author = await memberOf(site);
    const address = await upload(author);
    const more = '\n\nAnd more.'.repeat(60);
    const text = `Words.\n\n![a](${address}#wide)${more}\n\n![b](${address}#wide)\n\n![c](${address}#full)`;
    const id = await publish(site, author.context, 'Large pictures', text);
    const { page } = await memberOf(site, {}, { width });
    await open(page, `/blog/${id}`);
    const buttons = page.getByRole('button', { name: /^Enlarge the picture/ });
    await buttons.first().waitFor();
    for (const alt of ['a', 'b', 'c']) {
      const picture = page.locator('.article-text').getByAltText(alt, { exact: true });
      await picture.scrollIntoViewIfNeeded();
      // The width for which the browser has chosen the file: what `sizes` says.
      const chosenFor = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
      await eventually(chosenFor).toBeGreaterThan(0);
      const shown = (await boxOf(picture)).width;
      expect(await chosenFor(), alt).toBeGreaterThanOrEqual(Math.floor(shown) - 1);
      expect(await chosenFor(), alt).toBeLessThan(shown * 1.4);
    }
    await buttons.first().click();
    const dialog = page.getByRole('dialog', { name: 'a' });
    const turn = dialog.getByRole('button', { name: 'Actual size' });
    if ((await turn.getAttribute('aria-pressed')) === 'false') await turn.click();
    const large = dialog.getByAltText('a', { exact: true });
    await eventually(() => large.getAttribute('src')).toMatch(/-2560\.avif$/);
    expect((await boxOf(large)).width).toBe(2_560);
  },
);
