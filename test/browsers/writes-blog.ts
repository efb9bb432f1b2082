import assert from 'node:assert/strict';
import { newAccount } from '../account.ts';
import { bodyOf, type DrivenBrowser, open, pathOf, until } from './driven-browser.ts';
import { pictureFile } from './picture-file.ts';

interface SavedBlog {
  readonly _id: string;
  readonly title: string;
  readonly longDescription: string;
  readonly imageUrl: string;
}

const title = 'Written in another browser';
const longDescription = 'Some **bold** words.\n\n- one\n- two';

/** Address of the uploaded picture; empty until the upload is complete. */
const addressIn = (browser: DrivenBrowser) =>
  browser.run<string>("return document.querySelector('input[name=imageUrl]').value");

/** Signs up a new member. */
export async function signUp(browser: DrivenBrowser, siteUrl: string): Promise<void> {
  const account = newAccount();
  await open(browser, `${siteUrl}/Account/signup`);
  await browser.fill('Your Name', account.displayName);
  await browser.fill('Photo URL', account.photoURL);
  await browser.fill('Email', account.email);
  await browser.fill('Password', account.password);
  await browser.click('Sign Up');
  await until('the way out of Sign Up', async () => !(await pathOf(browser)).includes('signup'));
}

/** Signs up, uploads a picture, writes with key presses and Markdown, publishes, and reads the blog. */
export async function writesBlog(browser: DrivenBrowser, siteUrl: string): Promise<void> {
  await signUp(browser, siteUrl);

  await open(browser, `${siteUrl}/Add-Blog`);
  await browser.fill('Title', title);
  const file = await pictureFile();
  await browser.upload('fieldset[aria-label=Picture] input[type=file]', file.path);
  const address = await until('the picture on the site', () => addressIn(browser));
  file.remove();
  await browser.fill('Category', 'Lifestyle');
  await browser.fill('Short Description', 'A line about it.');
  // Enter continues the list by itself.
  await browser.fill('Long Description', 'Some **bold** words.\n\n- one\ntwo');
  await browser.click('Save');
  await until('Home', async () => (await pathOf(browser)) === '/');
  await until('the blog on Home', async () => (await bodyOf(browser)).includes(title));

  const blogs: SavedBlog[] = await (await fetch(`${siteUrl}/api/allBlogs?search=${title}`)).json();
  const [blog] = blogs;
  assert.equal(blog?.title, title);
  const saved: SavedBlog = await (await fetch(`${siteUrl}/api/blog/${blog._id}`)).json();
  assert.equal(saved.longDescription, longDescription);
  assert.equal(saved.imageUrl, address);

  await open(browser, `${siteUrl}/blog/${blog._id}`);
  const bold = await browser.run<string>(
    "return document.querySelector('.article-text strong')?.textContent",
  );
  assert.equal(bold, 'bold');
  await until('the cover', () =>
    browser.run<boolean>(
      'return [...document.images].some((one) => one.currentSrc.includes(arguments[0]) && one.naturalWidth > 0)',
      address.replace(/\.jpg$/, ''),
    ),
  );
}
