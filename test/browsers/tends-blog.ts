import { bodyOf, type DrivenBrowser, open, pathOf, says, until } from './driven-browser.ts';
import { memberByApi } from './member-by-api.ts';
import { pictureFile } from './picture-file.ts';

const written = (browser: DrivenBrowser) =>
  browser.run<string>("return document.querySelector('textarea[name=longDescription]').value");

/** Asks the site as the browser's member. */
const ask = (browser: DrivenBrowser, method: string, path: string, body: unknown) =>
  browser.run<string>(
    `return fetch(arguments[1], {
      method: arguments[0],
      headers: { 'content-type': 'application/json' },
      body: arguments[2],
    }).then((reply) => reply.text())`,
    method,
    path,
    JSON.stringify(body),
  );

async function type(browser: DrivenBrowser, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await browser.press(key);
}

/** A table written cell by cell, and a picture with a description and a caption, in the text as it will be read. */
async function writesTableAndPicture(browser: DrivenBrowser, siteUrl: string): Promise<void> {
  await open(browser, `${siteUrl}/Add-Blog?draft=another`);
  await until('the formatted text', () =>
    browser.run<boolean>("return document.querySelector('.writing-live') !== null"),
  );
  await browser.fill('Title', 'A table, a picture');
  await type(browser, 'Enter', ...'/tab', 'Enter');
  await until('a table', async () => (await written(browser)).includes('| --- | --- |'));
  await type(browser, ...'Wind', 'Tab', ...'Sea', 'Tab', ...'west');
  const table = '| Wind | Sea |\n| --- | --- |\n| west | Text |';
  await until('what its cells say', async () => (await written(browser)).includes(table));
  const file = await pictureFile();
  await browser.upload('input[type=file][multiple]', file.path);
  await until('the picture', async () => (await written(browser)).includes('](/images/uploads/'));
  file.remove();
  await browser.fill('What it shows', 'All is blue');
  await browser.fill('Caption', 'As it was');
  await browser.click('Done');
  await until('its words', async () =>
    /!\[All is blue\]\(\S+ "As it was"\)/.test(await written(browser)),
  );
}

/** Writes, answers and hides readers' comments, closes them, and takes the blog away. */
export async function tendsBlog(browser: DrivenBrowser, siteUrl: string): Promise<void> {
  await writesTableAndPicture(browser, siteUrl);
  const blog = {
    title: 'Of tides',
    longDescription: 'A long one.',
    imageUrl: '/images/categories/other.webp',
    category: 'Other',
    shortDescription: 'A short one.',
  };
  const { _id } = JSON.parse(await ask(browser, 'POST', '/api/addBlog', blog));
  const reader = await memberByApi(siteUrl);
  await reader.say(_id, 'A word of a reader');

  await browser.open(`${siteUrl}/blog/${_id}`);
  await browser.click('Reply');
  await browser.fill('Reply to Grace Hopper', 'Thank you');
  await browser.click('Post Reply');
  await says(browser, 'Thank you');
  await browser.click('Hide');
  await browser.click('Show again');
  await until('none hidden', async () => !(await bodyOf(browser)).includes('Show again'));
  await browser.click('Close the comments');
  await says(browser, 'The author has closed the comments.');

  await ask(browser, 'DELETE', `/api/blog/${_id}?title=Of%20tides`, {});
  await browser.open(`${siteUrl}/blog/${_id}`);
  await browser.fill('Search by title', 'lamps');
  await browser.press('Enter');
  await until('what was found', async () => (await pathOf(browser)) === '/All-blogs');
  await says(browser, 'Of lamps');
}
