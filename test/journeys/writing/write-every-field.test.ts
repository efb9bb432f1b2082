import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Category, oneBlog } from '../../../src/blog/contract.ts';
import {
  blogFields,
  type FieldName,
  type FieldValues,
  fieldNames,
  mapFields,
} from '../../../src/blog/fields.ts';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  formattedText,
  openEditor,
  publishAndView,
  publishInBackground,
  savedOnServer,
  showFormatted,
  updateInBackground,
} from '../../writing.ts';

const site = visitedSite();

/** A text with a value of its own in each field. */
function textWith(mark: string, cover: string, category: Category): FieldValues {
  const values = mapFields(fieldNames, ({ kind }, name) =>
    kind === 'picture' ? `/images/demo/${cover}.webp` : `zq${mark}${name}qz`,
  );
  return { ...values, category };
}

const written = textWith('', 'a-slow-loaf', 'Travel');
const mine = textWith('mine', 'what-the-search-box-forgot', 'Health');
const newest = textWith('newest', 'a-short-defence-of-soup', 'Education');

const boxOf = (page: Page, name: FieldName) =>
  page.getByRole('main').getByLabel(blogFields[name].label, { exact: true });

/** Tags are tokens beside their box. */
const tokensOf = (page: Page) => page.getByRole('list', { name: 'Chosen tags' });

async function fill(page: Page, name: FieldName, value: string): Promise<void> {
  const { kind } = blogFields[name];
  const removers = tokensOf(page).getByRole('button');
  while (kind === 'tags' && (await removers.count()) > 0) await removers.first().click();
  if (kind === 'category') await boxOf(page, name).selectOption(value);
  else await boxOf(page, name).fill(value);
}

/** The value that the form shows for a field. */
async function shownIn(page: Page, name: FieldName): Promise<string> {
  const value = await boxOf(page, name).inputValue();
  return blogFields[name].kind === 'tags' ? (await tokensOf(page).innerText()) + value : value;
}

test('the form has each field by its label, in order; it shows, saves and sends each value', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  for (const name of fieldNames) await fill(page, name, written[name]);
  const names = await page
    .locator('form.writing [name]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('name')));
  expect(names.filter((name) => fieldNames.some((field) => field === name))).toEqual(fieldNames);
  await savedOnServer(page);
  await page.reload();
  for (const name of fieldNames) {
    await eventually(() => shownIn(page, name)).toBe(written[name]);
  }

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const region = page.getByRole('region', { name: 'Preview' });
  await region.getByText(written.longDescription).waitFor();
  const preview = await region.innerHTML();
  for (const name of fieldNames) expect(preview, name).toContain(written[name]);

  await publishAndView(page);
  const id = page.url().split('/').at(-1) ?? '';
  const reply = await page.request.get(oneBlog.path.replace(':id', id));
  expect(await reply.json()).toMatchObject(written);
});

test('a field that is too long is reported by its name', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  for (const name of fieldNames) await fill(page, name, written[name]);
  for (const name of fieldNames) {
    const field = blogFields[name];
    if (field.kind !== 'line' && field.kind !== 'paragraph') continue;
    await fill(page, name, 'x'.repeat(field.max + 1));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`${field.name} can have at most ${field.max} characters.`).waitFor();
    await fill(page, name, written[name]);
  }
});

test('the form of a published blog has each of its values before the script', async () => {
  const { page, context } = await site.visit({ javaScriptEnabled: false });
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, written);
  await page.goto(`/update-blog/${id}`);
  for (const name of fieldNames) expect(await shownIn(page, name), name).toBe(written[name]);
});

test('no field can be changed while a text is sent; a conflict shows each field of both texts', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /412/ });
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, written);
  await open(page, `/update-blog/${id}`);
  for (const name of fieldNames) await fill(page, name, mine[name]);
  await showFormatted(page);
  const isChanged = Promise.withResolvers<void>();
  await page.route(`**/api/blog/${id}`, async (route) => {
    await isChanged.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Update Blog' }).click();
  await page.getByRole('button', { name: 'Updating...' }).waitFor();
  await formattedText(page).focus();
  await page.keyboard.type('Lifestyle');
  for (const name of fieldNames) {
    await boxOf(page, name).focus();
    await page.keyboard.type('Lifestyle');
    expect(await shownIn(page, name), name).toBe(mine[name]);
  }
  await updateInBackground(context, site.url, id, newest);
  isChanged.resolve();

  await page.getByRole('heading', { name: 'This blog was saved elsewhere' }).waitFor();
  const places = await page.getByRole('group').allInnerTexts();
  expect(places).toEqual(
    fieldNames.map((name) => expect.stringContaining(`. ${blogFields[name].label}\n`)),
  );
  for (const [title, text] of [
    ['Your text', mine],
    ['The newest text', newest],
  ] as const) {
    const whole = page.getByRole('region', { name: title });
    expect(await whole.getByRole('term').allInnerTexts()).toEqual(
      fieldNames.map((name) => `${blogFields[name].label} differs`),
    );
    expect(await whole.getByRole('definition').allInnerTexts()).toEqual(
      fieldNames.map((name) => text[name]),
    );
    for (const [index, name] of fieldNames.entries()) expect(places[index]).toContain(text[name]);
  }

  await page.getByRole('button', { name: 'Publish what is chosen' }).click();
  await page.waitForURL(`${site.url}/blog/${id}`);
  const reply = await page.request.get(oneBlog.path.replace(':id', id));
  expect(await reply.json()).toMatchObject(mine);
});
