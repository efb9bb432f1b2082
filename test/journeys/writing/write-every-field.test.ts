import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { oneBlog } from '../../../src/blog/contract.ts';
import {
  blogFields,
  type FieldName,
  type FieldValues,
  fieldNames,
  mapFields,
} from '../../../src/blog/fields.ts';
import { eventually } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { openEditor, savedOnServer } from '../../writing.ts';

const site = visitedSite();

const cover = '/images/demo/a-slow-loaf.webp';
const written: FieldValues = {
  ...mapFields(fieldNames, ({ kind }, name) => (kind === 'picture' ? cover : `zq${name}qz`)),
  category: 'Travel',
};

const boxOf = (page: Page, name: FieldName) =>
  page.getByRole('main').getByLabel(blogFields[name].label, { exact: true });

async function fill(page: Page, name: FieldName, value: string): Promise<void> {
  if (blogFields[name].kind === 'category') await boxOf(page, name).selectOption(value);
  else await boxOf(page, name).fill(value);
}

/** The value that the form shows for a field; tags are tokens beside their box. */
async function shownIn(page: Page, name: FieldName): Promise<string> {
  if (blogFields[name].kind !== 'tags') return boxOf(page, name).inputValue();
  return page.getByRole('list', { name: 'Chosen tags' }).innerText();
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

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'View post' }).click();
  await page.waitForURL(/\/blog\//);
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
