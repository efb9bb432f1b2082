// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn, newAccount } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { failedCalls, latestBlogs, memberOf, publish, send } from '../../wishes-and-comments.ts';

const site = visitedSite();
const publicSite = visitedSite({ READING: 'public' });

const door = (page: Page) => page.getByRole('region', { name: 'What you are about to read' });

async function fillSignUp(page: Page): Promise<void> {
  const account = newAccount({ displayName: 'Grace Hopper' });
  const main = page.getByRole('main');
  await main.getByLabel('Your Name').fill(account.displayName);
  await main.getByLabel('Photo URL').fill(account.photoURL);
  await main.getByLabel('Email').fill(account.email);
  await main.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

test('a signed-out visitor of a shared link sees that blog above Sign In, and reaches it by Sign Up', async () => {
  const [blog] = await latestBlogs(site);
  const { page } = await site.visit();
  await open(page, `/blog/${blog._id}`);
  await page.waitForURL('**/Account/signin');
  await door(page).getByText(blog.title).waitFor();
  expect(await door(page).locator('img').count()).toBe(1);
  expect(await door(page).getByText(/^By /).count()).toBe(1);
  const above = await door(page).boundingBox();
  const form = await page.getByRole('button', { name: 'Login' }).boundingBox();
  expect(above?.y).toBeLessThan(form?.y ?? 0);

  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.waitForURL('**/Account/signup?from=*');
  await door(page).getByText(blog.title).waitFor();
  await page.reload();
  await door(page).getByText(blog.title).waitFor();
  await fillSignUp(page);
  await page.waitForURL(`${site.url}/blog/${blog._id}`);
  await page.getByRole('heading', { level: 1, name: blog.title }).waitFor();
});

test('without JavaScript the way from a blog through Sign In and Sign Up leads back to the blog', async () => {
  const [blog] = await latestBlogs(site);
  const { page } = await site.visit({ javaScriptEnabled: false });
  await page.goto(`/blog/${blog._id}`);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await door(page).getByText(blog.title).waitFor();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await door(page).getByText(blog.title).waitFor();
  await page.waitForURL('**/Account/signup?from=*');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await door(page).getByText(blog.title).waitFor();
  expect(new URL(page.url()).searchParams.get('from')).toBe(`/blog/${blog._id}`);
});

test('Sign In shows nothing of a missing blog or of another site', async () => {
  const gone = '01900000-0000-7000-8000-000000000000';
  for (const from of [`/blog/${gone}`, '/blog/none', `//evil.example/blog/${gone}`, '/']) {
    const reply = await fetch(`${site.url}/Account/signin?from=${encodeURIComponent(from)}`);
    expect(reply.status, from).toBe(200);
    const html = await reply.text();
    expect(html, from).toContain('Login');
    expect(html, from).not.toContain('What you are about to read');
  }
});

test('a comment that meets the end of the session leads to Sign In, and back to the comment', async () => {
  const author = await memberOf(site);
  const blogId = await publish(site, author.context, 'On patience', 'Long. '.repeat(2_000));
  const { page, context, account } = await memberOf(site, {}, { allowedComplaints: failedCalls });
  await open(page, `/blog/${blogId}`);
  const field = page.getByLabel('Add a comment');
  await field.fill('Half a thought');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await page.getByText('Your session has ended.').waitFor();
  await door(page).getByText('On patience').waitFor();
  await fillSignIn(page, account);
  await page.waitForURL(`**/blog/${blogId}#your-comment`);
  await eventually(() => field.inputValue()).toBe('Half a thought');
  await eventually(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await field.evaluate((box) => box.getBoundingClientRect().top < innerHeight)).toBe(true);
});

test('on a public site everybody reads current comments, with and without JavaScript', async () => {
  const author = await memberOf(publicSite);
  const reader = await memberOf(publicSite);
  const blogId = await publish(publicSite, author.context, 'On openness');
  const page = async () => (await fetch(`${publicSite.url}/blog/${blogId}`)).text();
  expect(await page()).toContain('No comments yet.');
  const said = await send(publicSite, reader.context, 'POST', '/api/addcomment', {
    blogId,
    comment: 'Said in public',
  });
  const html = await page();
  expect(html).toContain('Said in public');
  expect(html).not.toContain(reader.account.email);
  const { _id: commentId }: { readonly _id: string } = await said.json();

  const visitor = await publicSite.visit();
  await open(visitor.page, `/blog/${blogId}`);
  await visitor.page.getByText('Said in public').waitFor();
  expect(await visitor.page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  const comments = visitor.page.getByRole('region', { name: 'Comments' });
  await comments.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(visitor.page, reader.account);
  await visitor.page.waitForURL(`**/blog/${blogId}`);
  await comments.getByRole('button', { name: 'Delete' }).waitFor();

  await send(publicSite, reader.context, 'DELETE', `/api/comments/${commentId}`);
  expect(await page()).toContain('No comments yet.');
});

test('without JavaScript the Sign in link of the comments leads back to the blog', async () => {
  const [blog] = await latestBlogs(publicSite);
  const { page } = await publicSite.visit({ javaScriptEnabled: false });
  await page.goto(`/blog/${blog._id}`);
  await page
    .getByRole('region', { name: 'Comments' })
    .getByRole('link', { name: 'Sign in' })
    .click();
  expect(new URL(page.url()).searchParams.get('from')).toBe(`/blog/${blog._id}`);
  await door(page).getByText(blog.title).waitFor();
});
