// @module-tag slow
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open, type VisitOptions } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { editDatabase, publish } from '../../wishes-and-comments.ts';
import { updateInBackground } from '../../writing.ts';

const site = visitedSite({ READING: 'public' });

const paragraphs =
  `${'The lamp was lit at dusk. The wind came from the west and stayed. '.repeat(12)}\n\n`.repeat(
    3,
  );
const longText =
  ['## The lamp', '### Oil', '## The clock', '## Leaving'].join(`\n\n${paragraphs}`) +
  `\n\n${paragraphs}`;

/** The page of a blog with this text, written by another member. */
async function openText(text: string, options: VisitOptions = {}) {
  const author = await site.visit();
  await signUpInBackground(author.context, site.url);
  const id = await publish(site, author.context, 'A long night', text);
  const { page } = await site.visit(options);
  if (options.javaScriptEnabled === false) await page.goto(`/blog/${id}`);
  else await open(page, `/blog/${id}`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  return { page, contents };
}

test('a long text has a table of contents beside it, which stays visible and marks the current heading', async () => {
  const { page, contents } = await openText(longText);
  const current = contents.locator('[aria-current]');
  await contents.getByRole('link', { name: 'The clock' }).click();
  await eventually(() => current.allTextContents()).toEqual(['The clock']);
  await page.waitForURL('**#text-the-clock');
  await page.keyboard.press('End');
  await eventually(() => current.allTextContents()).toEqual(['Leaving']);
  await page.getByRole('heading', { name: 'Oil' }).evaluate((heading) => heading.scrollIntoView());
  await eventually(() => current.allTextContents()).toEqual(['Oil']);
  const list = await contents.boundingBox();
  const text = await page.locator('.article-text > p').first().boundingBox();
  expect(list?.y).toBeGreaterThanOrEqual(0);
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThan(text?.x ?? 0);
});

test('on a phone the table of contents is folded above the text, and its links work without JavaScript', async () => {
  const { page, contents } = await openText(longText, { width: 390, javaScriptEnabled: false });
  const link = contents.getByRole('link', { name: 'Leaving' });
  expect(await link.isVisible()).toBe(false);
  await contents.getByText('Contents').click();
  await link.click();
  const top = () => page.getByRole('heading', { name: 'Leaving' }).boundingBox();
  await eventually(async () => (await top())?.y).toBeLessThan(400);
  expect((await top())?.y).toBeGreaterThanOrEqual(0);
});

test('each heading has a link to itself, named after it, which appears on hover and focus', async () => {
  const { page, contents } = await openText('## The lamp\n\n## The clock');
  expect(await contents.count()).toBe(0);
  const link = page.getByRole('main').getByRole('link', { name: 'The clock' });
  const opacity = () => link.evaluate((element) => getComputedStyle(element).opacity);
  expect(await opacity()).toBe('0');
  await page.getByRole('heading', { name: 'The clock' }).hover();
  await eventually(opacity).toBe('1');
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**#text-the-clock');
});

test('a progress line shows how far a text was read, except with reduced motion', async () => {
  const line = (element: Element) => {
    const { content, animationName, transform, backgroundColor } = getComputedStyle(
      element,
      '::before',
    );
    const isInk = backgroundColor === getComputedStyle(document.body).color;
    return { isThere: content !== 'none', animationName, transform, isInk };
  };
  const moving = await openText(longText, { reducedMotion: false });
  const text = moving.page.locator('.article-text');
  expect(await text.evaluate(line)).toMatchObject({ animationName: 'read-on', isInk: true });
  await moving.page.locator('.article-text > :last-child').scrollIntoViewIfNeeded();
  await eventually(async () => (await text.evaluate(line)).transform).toBe(
    'matrix(1, 0, 0, 1, 0, 0)',
  );

  const still = await openText(longText, { reducedMotion: true });
  expect(await still.page.locator('.article-text').evaluate(line)).toMatchObject({
    isThere: false,
  });
});

const withNotes = `${paragraphs}Lit at dusk[^lamp].\n\n${paragraphs}\n\n[^lamp]: A lamp of the *second order*.`;

test('a footnote opens beside its mark, and Escape moves the focus back to the mark', async () => {
  const { page } = await openText(withNotes);
  const mark = page.locator('[data-footnote-ref]');
  const note = page.getByRole('note', { name: 'Footnote 1' });
  await mark.focus();
  const before = await page.evaluate(() => scrollY);
  // The script is loaded after the page is rendered.
  await eventually(async () => {
    if (!(await note.isVisible())) await mark.press('Enter');
    return note.isVisible();
  }).toBe(true);
  expect((await note.innerText()).trim()).toBe('A lamp of the second order.');
  await eventually(() => note.evaluate((element) => element === document.activeElement)).toBe(true);
  const [noteBox, markBox] = [await note.boundingBox(), await mark.boundingBox()];
  expect(Math.abs((noteBox?.y ?? 0) - (markBox?.y ?? 0))).toBeLessThan(200);
  await page.keyboard.press('Escape');
  await eventually(() => note.count()).toBe(0);
  await eventually(() => mark.evaluate((element) => element === document.activeElement)).toBe(true);
  await eventually(() => page.evaluate(() => scrollY)).toBe(before);
});

test('without JavaScript a footnote is a link to the note and back', async () => {
  const { page } = await openText(withNotes, { javaScriptEnabled: false });
  await page.locator('[data-footnote-ref]').click();
  await page.waitForURL('**#text-fn-lamp');
  await page.locator('[data-footnote-backref]').click();
  await page.waitForURL('**#text-fnref-lamp');
});

const withCode = `\`\`\`ts\nconst lamp = 'lit'; // <at dusk>\n\`\`\`\n\n${paragraphs}`;

test('a code block is copied exactly, by a button that doesn’t change its height', async () => {
  const { page } = await openText(withCode);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copy = page.locator('.code').getByRole('button');
  await copy.waitFor();
  const block = page.locator('.code');
  const height = async () => (await block.boundingBox())?.height;
  const before = await height();
  // The confirmation lasts two seconds: the clock is paused so that the test decides when they pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await copy.focus();
  await page.keyboard.press('Enter');
  await page.locator('.code').getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "const lamp = 'lit'; // <at dusk>\n",
  );
  await block.getByRole('button').evaluate((button) => button.remove());
  expect(await height()).toBe(before);
});

test('without JavaScript a code block has no copy button', async () => {
  const { page } = await openText(withCode, { javaScriptEnabled: false });
  expect(await page.locator('.code').innerText()).toContain("const lamp = 'lit'; // <at dusk>");
  expect(await page.locator('.code').getByRole('button').count()).toBe(0);
});

test('a text without code, footnotes or the like loads no script for them', async () => {
  const asked: string[] = [];
  for (const text of [withCode, 'Two words.']) {
    const author = await site.visit();
    await signUpInBackground(author.context, site.url);
    const id = await publish(site, author.context, 'Served or not', text);
    const { page } = await site.visit();
    page.on('request', (request) => asked.push(request.url()));
    await open(page, `/blog/${id}`);
    if (text === withCode) await page.locator('.code').getByRole('button').waitFor();
    const isAsked = asked.splice(0).some((url) => url.includes('/enhance-article-'));
    expect(isAsked).toBe(text === withCode);
  }
});

test('list items and tasks can share a list: an item keeps its bullet, a task has a checkbox in its place', async () => {
  const { page } = await openText('- a point\n- [x] a task\n- [ ] another');
  const marks = await page
    .getByRole('listitem')
    .filter({ hasText: /^ ?(a point|a task|another)$/ })
    .evaluateAll((items) =>
      items.map((item) => {
        const words = document.createRange();
        words.selectNodeContents(item.lastChild ?? item);
        return {
          mark: getComputedStyle(item).listStyleType,
          left: words.getBoundingClientRect().left,
        };
      }),
    );
  expect(marks.map(({ mark }) => mark)).toEqual(['disc', 'none', 'none']);
  const [point, ...tasks] = marks.map(({ left }) => left);
  for (const left of tasks) expect(Math.abs(left - (point ?? 0))).toBeLessThan(8);
});

test('a picture’s title is its caption, and on a phone the picture has the whole width', async () => {
  const picture = '![A suitcase](/images/categories/travel.webp "Packed in an hour.")';
  const { page } = await openText(picture, { width: 390 });
  const figure = page.getByRole('figure');
  expect(await figure.innerText()).toBe('Packed in an hour.');
  const box = await figure.getByRole('img', { name: 'A suitcase' }).boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a picture is enlarged by click or keyboard, and Escape moves the focus back to it', async () => {
  const picture =
    '![A suitcase](/images/categories/travel.webp) [![Linked](/images/categories/other.webp)](/)';
  const { page } = await openText(picture, { width: 390 });
  const button = page.getByRole('button', { name: 'Enlarge the picture: A suitcase' });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A suitcase' });
  const large = dialog.getByRole('img', { name: 'A suitcase' });
  const shownWidth = async () => (await large.boundingBox())?.width;
  await eventually(shownWidth).toBeGreaterThan(390);
  await dialog.getByRole('button', { name: 'Actual size' }).click();
  await eventually(shownWidth).toBe(390);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => button.evaluate((node) => node === document.activeElement)).toBe(true);

  await button.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: /Enlarge/ }).count()).toBe(1);
});

test('a text that was changed long after publication shows when', async () => {
  const author = await site.visit();
  await signUpInBackground(author.context, site.url);
  const id = await publish(site, author.context, 'An old night');
  const { page } = await site.visit();
  await open(page, `/blog/${id}`);
  expect(await page.getByText('Updated').count()).toBe(0);
  editDatabase(site, (database) => {
    const at = Date.UTC(2024, 1, 3);
    database.prepare('update blogs set created_at = ? where id = ?').run(at, id);
  });
  await updateInBackground(author.context, site.url, id, { longDescription: 'Another text.' });
  await open(page, `/blog/${id}`);
  const { updatedAt } = await (await page.request.get(`/api/blog/${id}`)).json();
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const line = page.getByRole('main').getByText(`Updated ${day.format(new Date(updatedAt))}`);
  expect(await line.locator('time').getAttribute('datetime')).toBe(updatedAt);
});
