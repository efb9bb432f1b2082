// @module-tag slow
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { eventually, focusedText, open, slowDownToasts, type VisitOptions } from '../browser.ts';
import { hydrated } from '../hydrated.ts';
import { type InputMode, inputModes } from '../input-modes.ts';
import { keptSoon, workerStarted } from '../kept-pages.ts';
import { visitedSite } from '../visited-site.ts';
import { type Member, memberOf, publish, send } from '../wishes-and-comments.ts';
import { boxOf, formattedText } from '../writing.ts';

const site = visitedSite({ READING: 'public' });

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true });
const accountMenu = (page: Page) => page.getByRole('button', { name: /^Your account/ });

const paragraphs =
  `${'The lamp was lit at dusk. The wind came from the west and stayed. '.repeat(12)}\n\n`.repeat(
    3,
  );
const longText = ['', '## The lamp\n\n', '## The clock\n\n', '## Leaving\n\n']
  .map((heading) => heading + paragraphs)
  .join('');

const memberIn = (mode: InputMode, displayName: string, options: VisitOptions = {}) =>
  memberOf(site, { displayName }, { ...mode.visit, ...options });

/** A blog of another member, opened by a reader. */
async function openedBlog(mode: InputMode, text?: string) {
  const author = await memberIn(mode, 'Grace Hopper');
  const id = await publish(site, author.context, 'Of lamps', text);
  const reader = await memberIn(mode, 'Ada Lovelace');
  await open(reader.page, `/blog/${id}`);
  return { author, reader, id, path: `/blog/${id}` };
}

async function say({ context }: Member, blogId: string, comment: string): Promise<void> {
  await send(site, context, 'POST', '/api/addcomment', { blogId, comment });
}

const writtenText = (page: Page) => boxOf(page, 'longDescription').inputValue();

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

/** Selects the word under a finger. */
async function doubleTap(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} isn’t visible`);
  const { touchscreen } = target.page();
  const at = [box.x + Math.min(30, box.width / 2), box.y + box.height / 2] as const;
  await touchscreen.tap(...at);
  await touchscreen.tap(...at);
}

async function pictureFile(color: string) {
  const options = { width: 640, height: 400, channels: 3, background: color } as const;
  const buffer = await sharp({ create: options }).png().toBuffer();
  return { name: `${color}.png`, mimeType: 'image/png', buffer };
}

describe.for(inputModes)('$name', (mode) => {
  const { press, type, choose } = mode;

  async function insert(page: Page, name: string): Promise<void> {
    // In a table Tab goes to the next cell, unless Escape precedes it.
    if (!mode.visit.byTouch) await page.keyboard.press('Escape');
    await press(tool(page, 'Insert'));
    await press(page.getByRole('menuitem', { name, exact: true }));
  }

  /** Goes on to the next cell of a table, which has this index, and selects what it contains. */
  async function goToCell(page: Page, index: number): Promise<void> {
    if (mode.visit.byTouch) await doubleTap(page.locator('.cell').nth(index));
    else await page.keyboard.press('Tab');
  }

  test('one comments, edits, deletes and brings back, and turns the order around', async () => {
    const { reader, id, path } = await openedBlog(mode);
    await say(await memberIn(mode, 'Grace Hopper the younger'), id, 'An earlier word');
    const { page } = reader;
    await open(page, path);
    const comments = page.getByRole('region', { name: 'Comments' });
    await type(page.getByLabel('Add a comment'), 'A first word');
    await press(button(page, 'Post Comment'));
    const own = comments.getByRole('article').filter({ hasText: 'Ada Lovelace' });
    await own.getByText('A first word').waitFor();
    await press(own.getByRole('button', { name: 'Edit' }));
    await type(page.getByLabel('Edit your comment'), ', and another');
    await press(button(page, 'Save Comment'));
    await own.getByText('A first word, and another').waitFor();
    await press(own.getByRole('button', { name: 'Delete' }));
    await press(button(page, 'Undo'));
    await own.getByText('A first word, and another').waitFor();
    await press(link(page, 'Newest first'));
    await page.waitForURL('**?comments=newest#comments');
  });

  test('an author replies, hides a comment, shows it again, and closes the comments', async () => {
    const { author, reader, id, path } = await openedBlog(mode);
    await say(reader, id, 'A first word');
    const { page } = author;
    await open(page, path);
    const comments = page.getByRole('region', { name: 'Comments' });
    await press(comments.getByRole('button', { name: 'Reply' }));
    await type(page.getByLabel('Reply to Ada Lovelace'), 'Thank you');
    await press(button(page, 'Post Reply'));
    await comments.getByText('Thank you').waitFor();
    const theirs = comments.getByRole('article').filter({ hasText: 'A first word' });
    await press(theirs.getByRole('button', { name: 'Hide' }));
    const hidden = comments.getByRole('region', { name: 'Comments that you have hidden' });
    await press(hidden.getByRole('button', { name: 'Show again' }));
    await hidden.waitFor({ state: 'detached' });
    await press(button(page, 'Close the comments'));
    await page.getByText('The author has closed the comments.').waitFor();
    await press(button(page, 'Open the comments'));
    await page.getByText('Cannot comment on own blog').waitFor();
  });

  test('one follows an author, is told of a new blog at the bell, and chooses what to be told of', async () => {
    const { author, reader } = await openedBlog(mode);
    const { page } = reader;
    const follow = main(page).getByRole('button', { name: /^Follow/ });
    await press(follow);
    await eventually(() => follow.innerText()).toMatch(/^Following/);
    await publish(site, author.context, 'Of clocks');
    await open(page, '/');
    await press(link(page, 'Notifications, 1 unread'));
    await press(button(page, 'Mark as read'));
    await link(page, 'Notifications').waitFor();
    await press(main(page).getByRole('link', { name: /“Of clocks”/ }));
    await page.getByRole('heading', { level: 1, name: 'Of clocks' }).waitFor();

    await press(accountMenu(page));
    await press(link(page, 'Following'));
    await press(button(page, 'Unfollow'));
    await page.getByText('You follow nobody yet.').waitFor();
    await eventually(() => focusedText(page)).toBe('Following');
    await press(accountMenu(page));
    await press(link(page, 'Account'));
    const group = page.getByRole('group', { name: 'Comments on my blogs' });
    const here = group.getByRole('checkbox', { name: 'On this site' });
    await press(here);
    await eventually(() => here.isChecked()).toBe(false);
  });

  test('one saves a blog for later, moves by the contents, and finds it in the reading history', async () => {
    const { reader } = await openedBlog(mode, longText);
    const { page } = reader;
    const save = main(page).getByRole('button', { name: 'Add to Wishlist' }).first();
    await press(save);
    await eventually(() => save.getAttribute('aria-pressed')).toBe('true');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    if (mode.visit.byTouch) await press(contents.getByText('Contents'));
    await press(contents.getByRole('link', { name: 'The clock' }));
    await page.waitForURL('**#text-the-clock');
    await page.goto('/contact');
    await open(page, '/');
    await press(accountMenu(page));
    await press(link(page, 'Reading history'));
    await main(page)
      .getByText(/\d+% read/)
      .waitFor();
    await press(main(page).getByRole('link', { name: 'Of lamps' }));
    await press(button(page, /^Go on where you stopped/));
    await eventually(() => focusedText(page)).toContain('The lamp was lit');
    await open(page, '/history');
    await press(button(page, 'Remove'));
    await page.getByText('Nothing here.').waitFor();
    await eventually(() => focusedText(page)).toBe('Reading history');
    const toggle = page.getByRole('checkbox', { name: 'Keep my reading history' });
    await press(toggle);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Switch off' }));
    await page.getByText('Your reading history is off.').waitFor();
  });

  test('one searches on where a blog is gone, and throws away what the device keeps', async () => {
    const { page, context } = await memberIn(mode, 'Ada Lovelace', {
      keepsPages: true,
      allowedComplaints: /410/,
    });
    const gone = await publish(site, context, 'Soon gone');
    await publish(site, context, 'Still here');
    await send(site, context, 'DELETE', `/api/blog/${gone}?title=Soon%20gone`);
    await open(page, `/blog/${gone}`);
    await type(main(page).getByRole('searchbox'), 'still');
    await page.keyboard.press('Enter');
    await press(main(page).getByRole('link', { name: 'Still here' }).first());
    await page.getByRole('heading', { level: 1, name: 'Still here' }).waitFor();
    // On a slow machine the link leads there before the list is hydrated, and nothing was pressed since.
    await hydrated(page);
    await workerStarted(page);
    await page.reload();
    await keptSoon(page, new URL(page.url()).pathname);
    await hydrated(page);
    await press(page.getByRole('contentinfo').getByRole('link', { name: 'On this device' }));
    const away = main(page).getByRole('button', { name: /^Throw away/ });
    await press(away.first());
    await eventually(() => away.count()).toBe(0);
    await eventually(() => focusedText(page)).toBe('On this device');
  });

  test('one gets from the avatar to a published blog, with what the slash offers and a link', async () => {
    // Slow typing makes the page load a partial address.
    const { page } = await memberIn(mode, 'Ada Lovelace', { allowedComplaints: /404.*\/images\// });
    await open(page, '/');
    await press(accountMenu(page));
    await press(link(page, 'My writing'));
    await press(link(page, 'Write something'));
    const text = formattedText(page);
    await type(boxOf(page, 'title'), 'Written without a mouse');
    await page.keyboard.press('Enter');
    await eventually(() => text.evaluate((node) => node.matches(':focus'))).toBe(true);
    await page.keyboard.type('/quo');
    const offers = page.locator('.cm-tooltip-autocomplete').getByRole('option');
    await eventually(() => offers.allTextContents()).toEqual(['Quote']);
    if (mode.visit.byTouch) await offers.first().tap();
    else await page.keyboard.press('Enter');
    await page.keyboard.type('Said here');
    await page.keyboard.press('Shift+Control+ArrowLeft');
    // The toolbar is reached from the text without leaving the selection.
    const tools = page.getByRole('toolbar', { name: 'Selection' });
    if (mode.visit.byTouch) await press(tools.getByRole('button', { name: 'Bold' }));
    else await page.keyboard.press('Control+b');
    if (mode.visit.byTouch) await press(tools.getByRole('button', { name: 'Link' }));
    else await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await type(dialog.getByLabel('Address'), 'a.example/here');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await press(button(page, 'Markdown'));
    const plain = boxOf(page, 'longDescription');
    await eventually(() => plain.inputValue()).toBe('> Said **[here](https://a.example/here)**');
    await press(button(page, 'Markdown'));
    await text.waitFor();
    await press(link(page, /^More/));
    await type(boxOf(page, 'imageUrl'), '/images/categories/other.webp');
    await choose(boxOf(page, 'category'), 'Other');
    await type(boxOf(page, 'shortDescription'), 'Keys and fingers only.');
    await slowDownToasts(page);
    await press(button(page, 'Save'));
    await press(button(page, 'View post'));
    await page.getByRole('heading', { level: 1, name: 'Written without a mouse' }).waitFor();
    expect(await main(page).locator('blockquote').getByRole('link').innerText()).toBe('here');
  });

  test('one puts in a table, and writes in its cells', async () => {
    const { page } = await memberIn(mode, 'Ada Lovelace');
    await open(page, '/Add-Blog');
    await type(formattedText(page), 'Before.');
    await insert(page, 'Table');
    const cells = page.locator('.cell');
    await eventually(() => cells.count()).toBe(4);
    await page.keyboard.type('Wind');
    await goToCell(page, 1);
    await page.keyboard.type('Sea');
    await goToCell(page, 2);
    await page.keyboard.type('west');
    await goToCell(page, 3);
    await page.keyboard.type('calm');
    await insert(page, 'Table');
    await eventually(() => cells.count()).toBe(6);
    await page.keyboard.type('Sky');
    const rows = ['| Wind | Sea | Sky |', '| --- | --- | --- |', '| west | calm |  |'];
    await eventually(async () => (await writtenText(page)).trimEnd()).toBe(
      ['Before.\n', ...rows].join('\n'),
    );
  });

  test('one puts in two pictures, and says what they show', async () => {
    const { page } = await memberIn(mode, 'Ada Lovelace');
    await open(page, '/Add-Blog');
    await type(formattedText(page), 'Before.');
    const chooser = page.waitForEvent('filechooser');
    await press(tool(page, 'Picture'));
    await press(button(page, 'From this device'));
    await (await chooser).setFiles([await pictureFile('blue'), await pictureFile('red')]);
    const asked = page.getByRole('list', { name: 'Pictures' });
    for (const name of ['blue', 'red']) {
      const about = asked.getByRole('group', { name: `The picture ${name}.png` });
      await type(about.getByLabel('What it shows'), `All is ${name}`);
      await type(about.getByLabel('Caption'), `As ${name} as it was`);
      await press(about.getByRole('button', { name: 'Done' }));
    }
    await asked.waitFor({ state: 'detached' });
    const blue = String.raw`!\[All is blue]\(/images/uploads/\S+ "As blue as it was"\)`;
    const red = String.raw`!\[All is red]\(/images/uploads/\S+ "As red as it was"\)`;
    await eventually(() => writtenText(page)).toMatch(new RegExp(`^Before\\.\n\n${blue}\n${red}`));
  });
});
