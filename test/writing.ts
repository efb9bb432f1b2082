import type { BrowserContext, Page } from 'playwright-core';
import { signUpInBackground, type TestAccount } from './account.ts';
import { eventually, open, slowDownToasts } from './browser.ts';

export interface BlogText {
  readonly title: string;
  readonly imageUrl: string;
  readonly category: string;
  readonly shortDescription: string;
  readonly longDescription: string;
}

export const someText: BlogText = {
  title: 'Bread for beginners',
  imageUrl: '/images/categories/lifestyle.webp',
  category: 'Lifestyle',
  shortDescription: 'Flour, water, salt and patience.',
  longDescription: 'Mix **everything**, then wait.',
};

const labels = {
  title: 'Title',
  imageUrl: 'Image URL',
  category: 'Category',
  shortDescription: 'Short Description',
  longDescription: 'Long Description',
} as const;

export const boxOf = (page: Page, name: keyof BlogText) =>
  page.getByRole('main').getByLabel(labels[name], { exact: true });

/** The formatted editor; `boxOf` finds the plain Markdown field of the same text, which is shown once focused. */
export const formattedText = (page: Page) =>
  page.getByRole('textbox', { name: 'Formatted text', exact: true });

const markdownSwitch = (page: Page) => page.getByRole('button', { name: 'Markdown', exact: true });

/** Switches to the formatted editor, whichever the test used before. */
export async function showFormatted(page: Page): Promise<void> {
  const markdown = markdownSwitch(page);
  if ((await markdown.getAttribute('aria-pressed')) === 'true') await markdown.click();
  await formattedText(page).waitFor();
}

/** Switches to the Markdown editor. */
export async function showMarkdown(page: Page): Promise<void> {
  await formattedText(page).waitFor();
  await markdownSwitch(page).click();
  await formattedText(page).waitFor({ state: 'detached' });
}

/** The status line of saving. */
export const saveStatus = (page: Page) =>
  page.getByText(/^(Saved on this device|Saved \d{1,2}:\d\d [AP]M|Offline|Failed, retrying)$/);

export async function fillBlog(page: Page, text: Partial<BlogText>): Promise<void> {
  const { category, ...lines } = text;
  for (const [name, value] of Object.entries(lines)) {
    await boxOf(page, name as keyof BlogText).fill(value);
  }
  if (category !== undefined) await boxOf(page, 'category').selectOption(category);
}

/** Publishes the text and follows the toast's link to it. */
export async function publishAndView(page: Page): Promise<void> {
  await slowDownToasts(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'View post' }).click();
  await page.waitForURL(/\/blog\//);
}

/**
 * Puts a long text into the form at once, as a restored page does: Chromium takes longer to type the more lines there
 * are, seconds for three hundred.
 */
export function putLongText(page: Page, text: string): Promise<void> {
  return boxOf(page, 'longDescription').evaluate((box, value) => {
    // React overrides the setter on the box itself, which would hide the change from it.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, value);
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, text);
}

/** The values of the form. */
export async function writtenBlog(page: Page): Promise<BlogText> {
  const value = (name: keyof BlogText) => boxOf(page, name).inputValue();
  return {
    title: await value('title'),
    imageUrl: await value('imageUrl'),
    category: await value('category'),
    shortDescription: await value('shortDescription'),
    longDescription: await value('longDescription'),
  };
}

/** The server's copy of the text in the form: a new blog's draft, or an unpublished change of a blog. */
async function textOnServer(page: Page): Promise<BlogText | undefined> {
  const { pathname, searchParams } = new URL(page.url());
  const key = searchParams.get('draft') ?? pathname.split('/').at(-1);
  const reply = await page.request.get(`/api/drafts/${key}`);
  return reply.ok() ? (await reply.json()).text : undefined;
}

/**
 * Waits until the server has the values of the form and the status says so: the status alone may be about the text
 * before.
 */
export async function savedOnServer(page: Page): Promise<void> {
  async function unsaved() {
    const saved: Partial<Record<string, string>> = { ...(await textOnServer(page)) };
    const written = Object.entries(await writtenBlog(page));
    return written.filter(([name, value]) => saved[name] !== value);
  }
  await eventually(unsaved).toEqual([]);
  await eventually(() => saveStatus(page).textContent()).toMatch(/^Saved \d{1,2}:\d\d [AP]M$/);
}

interface Published {
  readonly _id: string;
}

/** Publishes by an API call, as this browser's member; resolves to the blog's id. */
export async function publishInBackground(
  context: BrowserContext,
  siteUrl: string,
  changes: Partial<BlogText> & { readonly imageAlt?: string } = {},
): Promise<string> {
  const reply = await context.request.post('/api/addBlog', {
    headers: { origin: siteUrl },
    data: { ...someText, ...changes },
  });
  if (!reply.ok()) throw new Error(`Not published: ${reply.status()} ${await reply.text()}`);
  const { _id }: Published = await reply.json();
  return _id;
}

/** Saves by an API call, as another device of this browser's member would. */
export async function updateInBackground(
  context: BrowserContext,
  siteUrl: string,
  id: string,
  changes: Partial<BlogText>,
): Promise<void> {
  const reply = await context.request.put(`/api/blog/${id}`, {
    headers: { origin: siteUrl },
    data: { ...someText, ...changes },
  });
  if (!reply.ok()) throw new Error(`Not saved: ${reply.status()} ${await reply.text()}`);
}

/** Signs up a new member and opens the form for a new blog. */
export async function openEditor(
  page: Page,
  context: BrowserContext,
  siteUrl: string,
): Promise<TestAccount> {
  const account = await signUpInBackground(context, siteUrl);
  await open(page, '/Add-Blog');
  return account;
}
