import { bodyOf, type DrivenBrowser, open, pathOf, says, until } from './driven-browser.ts';
import { memberByApi } from './member-by-api.ts';

const paragraphs = `${'The lamp was lit at dusk. The wind came from the west. '.repeat(14)}\n\n`;
const longText = ['The lamp', 'The clock', 'Leaving']
  .map((heading) => `## ${heading}\n\n${paragraphs.repeat(3)}`)
  .join('');

const isThere = (browser: DrivenBrowser, selector: string) =>
  browser.run<boolean>('return document.querySelector(arguments[0]) !== null', selector);
const has = (browser: DrivenBrowser, selector: string) =>
  until(selector, () => isThere(browser, selector));

/** Follows an author, saves and discusses a blog, is told of news, and comes back to where it stopped. */
export async function returns(browser: DrivenBrowser, siteUrl: string): Promise<void> {
  const author = await memberByApi(siteUrl);
  const { _id } = await author.publish('Of lamps', longText);
  await open(browser, `${siteUrl}/blog/${_id}`);
  await browser.click('Follow');
  await says(browser, 'Following');
  await browser.click('Add to Wishlist');
  await has(browser, 'main [data-save][aria-pressed=true]');

  await browser.fill('Add a comment', 'A *first* word');
  await browser.click('Post Comment');
  await has(browser, '#comments article em');
  await browser.click('Edit');
  await browser.fill('Edit your comment', 'A **second** word');
  await browser.click('Save Comment');
  await has(browser, '#comments article strong');

  const [comment] = await author.commentsOn(_id);
  await author.say(_id, 'Thank you', comment?._id);
  await author.publish('Of clocks', 'A long one.');
  await until('both at the bell', async () => {
    await open(browser, `${siteUrl}/`);
    return isThere(browser, '[aria-label="Notifications, 2 unread"]');
  });
  await browser.click('Notifications, 2 unread');
  await until('the notifications', async () => (await pathOf(browser)) === '/notifications');
  // What is pressed while pages fade into each other is lost.
  await until('no unread ones', async () => {
    await browser.click('Mark all as read');
    return isThere(browser, '[aria-label="Notifications"]');
  });

  await open(browser, `${siteUrl}/blog/${_id}`);
  await browser.click('The clock');
  await until('the heading', async () => (await browser.run('return scrollY')) !== 0);
  await open(browser, `${siteUrl}/contact`);
  await until('how far it was read', async () => {
    await open(browser, `${siteUrl}/history`);
    return /\d+% read/.test(await bodyOf(browser));
  });
  await browser.click('Of lamps');
  await says(browser, 'Go on where you stopped');

  // In the text as it will be read: a menu at the slash, and Markdown in what is saved.
  await open(browser, `${siteUrl}/Add-Blog?draft=another`);
  await until('the formatted text', () =>
    browser.run<boolean>(
      "return [...document.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot?.querySelector('.cm-content'))",
    ),
  );
  await browser.fill('Title', 'Said elsewhere');
  for (const key of ['Enter', ...'/quo', 'Enter', ...'Said']) await browser.press(key);
  await until('a quote', async () => {
    const field = "return document.querySelector('textarea[name=longDescription]').value";
    return (await browser.run<string>(field)) === '> Said';
  });
}
