// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { fetchOnce, runProgram } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite({ READING: 'public' });

/** A temporary folder with these files. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-import-'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(folder, name), content);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const importInto = (...args: string[]) =>
  runProgram(['src/app/commands/import.ts', ...args], { DATA_DIR: site.dataDir });

const lanterns = `---
title: Lanterns Along the Canal
date: 2026-11-01T09:00:00Z
category: Travel
author: Nadia Brandt
description: An evening walk with two hundred paper lights.
---

The lights were hung **before dusk**.

## On the bridge

- red ones
- green ones

<script>alert('no')</script>
`;

test('a blog imported while the site runs is on the next page that is requested', async () => {
  const before = await (await fetchOnce(site.url)).text();
  expect(before).not.toContain('Lanterns Along the Canal');
  const { page } = await site.visit();
  await open(page, '/');

  const { code, output } = await importInto(folderOf({ 'lanterns.md': lanterns }));
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toContain('imported lanterns.md\n');

  const after = await (await fetchOnce(site.url)).text();
  expect(after).toContain('Lanterns Along the Canal');
  await page.reload();
  const card = page.getByRole('article', { name: 'Lanterns Along the Canal', exact: true });
  await card.waitFor();

  await open(page, '/All-blogs?filter=Travel&search=lantrens');
  await page.getByRole('article').getByRole('link', { name: 'Details' }).click();
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: 'Lanterns Along the Canal' }).waitFor();
  expect(await main.locator('strong').textContent()).toBe('before dusk');
  expect(await main.getByRole('heading', { level: 2, name: 'On the bridge' }).isVisible()).toBe(
    true,
  );
  expect(await main.getByRole('listitem').filter({ hasText: 'green ones' }).isVisible()).toBe(true);
  expect(await main.locator('time').first().textContent()).toBe('November 1, 2026');
  expect(await main.locator('script').count()).toBe(0);
  await eventually(() => page.title()).toBe('Lanterns Along the Canal | The Content Hub');
});

test('importing a folder again duplicates nothing and updates what changed', async () => {
  const file = (title: string) =>
    `---\ntitle: ${title}\ndate: 2026-10-02\n---\n\nOf rain and gutters.\n`;
  const folder = folderOf({ 'rain.md': file('Rain on a Tin Roof') });
  const search = async () => {
    const blogs: { title: string }[] = await (
      await fetchOnce(`${site.url}/api/allBlogs?search=tin+roof`)
    ).json();
    return blogs.map(({ title }) => title);
  };
  expect((await importInto(folder)).output).toContain('imported rain.md\n');
  expect((await importInto(folder)).output).toContain('skipped  rain.md: it is there already\n');
  expect(await search()).toEqual(['Rain on a Tin Roof']);
  writeFileSync(path.join(folder, 'rain.md'), file('Snow on a Tin Roof'));
  expect((await importInto(folder)).output).toContain('updated  rain.md\n');
  expect(await search()).toEqual(['Snow on a Tin Roof']);
});

test('an unusable file is named with the reason, and the others are imported', async () => {
  const folder = folderOf({
    'a-good.md': '---\ntitle: The Good One\ndate: 2026-09-03\n---\n\nFine.\n',
    'b-broken.md': '---\ntitle: [\n---\n\nBroken.\n',
    'c-date.md': '---\ntitle: No Such Day\ndate: 2026-02-31\n---\n\nNever.\n',
    'd-bytes.md': new Uint8Array([0xff, 0xfe, 0x80, 0x81]),
    'e-good.md': '---\ntitle: The Other Good One\ndate: 2026-09-04\n---\n\nFine too.\n',
  });
  const { code, output } = await importInto(folder);
  expect(code).toBe(1);
  for (const name of ['a-good.md', 'e-good.md']) expect(output).toContain(`imported ${name}\n`);
  for (const name of ['b-broken.md', 'c-date.md', 'd-bytes.md']) {
    expect(output).toMatch(new RegExp(`^failed +${name}: .{10,}$`, 'm'));
  }
  expect(output).not.toMatch(/^\s+at /m);
});

test.for([
  [['/no/such/folder'], /no\/such\/folder/],
  [[], /^Usage: npm run import/],
  [['.', '--category', 'Cooking'], /--category must be one of Technology, Health/],
] as const)('import with the arguments %o is refused in one line', async ([args, reason]) => {
  const { code, output } = await importInto(...args);
  expect(code).toBe(1);
  expect(output).toMatch(reason);
  expect(output.trimEnd().split('\n')).toHaveLength(1);
});
