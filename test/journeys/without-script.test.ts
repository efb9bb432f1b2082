import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { visitedSite } from '../visited-site.ts';
import { publishInBackground } from '../writing.ts';

const site = visitedSite();

/** A page as a member sees it without JavaScript. */
async function memberSees(pathOf: (blogId: string) => string) {
  const { page, context } = await site.visit({ javaScriptEnabled: false });
  await signUpInBackground(context, site.url);
  await page.goto(pathOf(await publishInBackground(context, site.url)));
  return page;
}

test.for([
  { name: 'Add Blog', pathOf: () => '/Add-Blog', todo: 'write' },
  { name: 'Update Blog', pathOf: (id: string) => `/update-blog/${id}`, todo: 'write' },
  { name: 'Your Account', pathOf: () => '/Account', todo: 'change your account' },
  {
    name: 'a blog',
    pathOf: (id: string) => `/blog/${id}`,
    todo: 'subscribe',
    // At the beginning and at the end of the blog.
    also: ['Add to Wishlist', 'Add to Wishlist'],
  },
])(
  'without JavaScript $name offers what the server can do, and names what needs a script',
  async (given) => {
    const { pathOf, todo, also = [] } = given;
    const page = await memberSees(pathOf);
    const note = `JavaScript is needed to ${todo}. Please switch it on for this site.`;
    expect(await page.getByText(note, { exact: true }).isVisible()).toBe(true);
    // Popovers work without a script.
    const buttons = page.locator('button:visible:not([popovertarget])');
    expect(await buttons.allInnerTexts()).toEqual(['Log Out', ...also]);
  },
);

test('without JavaScript the button of the hero leads to the blogs', async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('link', { name: 'Explore Home Page', exact: true }).click();
  expect(new URL(page.url()).hash).toBe('#blogs-section');
  expect(await page.locator('#blogs-section').count()).toBe(1);
});

test('without JavaScript a member adds and removes a wish, and a signed-out visitor is led to Sign In', async () => {
  const stranger = await site.visit({ javaScriptEnabled: false });
  await stranger.page.goto('/All-blogs?filter=Travel');
  await stranger.page.getByRole('button', { name: 'Add to Wishlist' }).first().click();
  expect(new URL(stranger.page.url()).pathname).toBe('/Account/signin');
  expect(new URL(stranger.page.url()).searchParams.get('from')).toMatch(
    /^\/All-blogs\?filter=Travel#/,
  );

  const { page, context } = await site.visit({ javaScriptEnabled: false });
  await signUpInBackground(context, site.url);
  await page.goto('/All-blogs?filter=Travel');
  await page.getByRole('button', { name: 'Add to Wishlist' }).first().click();
  expect(new URL(page.url()).search).toBe('?filter=Travel');
  await page.getByRole('button', { name: 'Remove from Wishlist' }).waitFor();
  await page.goto('/Wishlist');
  await page.getByRole('button', { name: 'Remove from Wishlist' }).click();
  await page.getByText('Your wishlist is empty.').waitFor();
});
