import assert from 'node:assert/strict';
import { newAccount } from '../account.ts';
import { type DrivenBrowser, until } from './driven-browser.ts';

interface SavedBlog {
  readonly _id: string;
  readonly title: string;
  readonly longDescription: string;
}

const title = 'Written in another browser';
const longDescription = 'Some **bold** words.\n\n- one\n- two';

const pathOf = (browser: DrivenBrowser) => browser.run<string>('return location.pathname');
const isHydrated = (browser: DrivenBrowser) =>
  browser.run<boolean>('return document.documentElement.dataset.hydrated !== undefined');
const bodyOf = (browser: DrivenBrowser) => browser.run<string>('return document.body.innerText');

async function open(browser: DrivenBrowser, url: string): Promise<void> {
  await browser.open(url);
  await until(`${url}, ready`, () => isHydrated(browser));
}

/** Somebody signs up, writes with keys and Markdown, publishes, reads it, and comments on nothing. */
export async function writesBlog(browser: DrivenBrowser, siteUrl: string): Promise<void> {
  const account = newAccount();
  await open(browser, `${siteUrl}/Account/signup`);
  await browser.fill('Your Name', account.displayName);
  await browser.fill('Photo URL', account.photoURL);
  await browser.fill('Email', account.email);
  await browser.fill('Password', account.password);
  await browser.click('Sign Up');
  await until('the way out of Sign Up', async () => !(await pathOf(browser)).includes('signup'));

  await open(browser, `${siteUrl}/Add-Blog`);
  await browser.fill('Title', title);
  await browser.fill('Image URL', '/images/categories/lifestyle.webp');
  await browser.fill('Category', 'Lifestyle');
  await browser.fill('Short Description', 'A line about it.');
  // Enter goes on with the list by itself.
  await browser.fill('Long Description', 'Some **bold** words.\n\n- one\ntwo');
  await browser.click('Save');
  await until('Home', async () => (await pathOf(browser)) === '/');
  await until('the blog on Home', async () => (await bodyOf(browser)).includes(title));

  const blogs: SavedBlog[] = await (await fetch(`${siteUrl}/api/allBlogs?search=${title}`)).json();
  const [blog] = blogs;
  assert.equal(blog?.title, title);
  const saved: SavedBlog = await (await fetch(`${siteUrl}/api/blog/${blog._id}`)).json();
  assert.equal(saved.longDescription, longDescription);

  await open(browser, `${siteUrl}/blog/${blog._id}`);
  const bold = await browser.run<string>(
    "return document.querySelector('.article-text strong')?.textContent",
  );
  assert.equal(bold, 'bold');
}
