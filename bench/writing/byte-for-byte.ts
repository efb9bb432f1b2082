/**
 * `node scripts/run.mjs bench/writing/byte-for-byte.ts <folder> [<folder>…]`: opens each Markdown file of these folders
 * in the editor, in Chromium, and compares what the page saves with the input: once with only the title changed, once
 * with a letter added at the end. Prints the differences, and exits with 1 if there are any.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { buildSite } from '../../scripts/build-site.ts';
import { boxOf, formattedText } from '../../test/writing.ts';
import { openWriting, type WritingPage } from './open-field.ts';

/** Prints the progress after this many texts. */
const progressEvery = 50;
/** Maximum number of differences to print. */
const shown = 20;
/** Characters to print on each side of the first difference. */
const around = 30;

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Presses the keys for saving, and returns the long description that is sent. */
async function saved(page: Page): Promise<string> {
  const isSave = (method: string, url: string) => method === 'PUT' && url.includes('/api/drafts/');
  const request = page.waitForRequest((one) => isSave(one.method(), one.url()));
  await page.keyboard.press('ControlOrMeta+s');
  const { text } = (await request).postDataJSON();
  await (await request).response();
  return text.longDescription;
}

/** The first difference between two texts; undefined if they are equal. */
function difference(given: string, kept: string): string | undefined {
  if (given === kept) return undefined;
  let at = 0;
  while (given[at] === kept[at]) at += 1;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - around), at + around));
  return `at ${at} of ${given.length}: ${part(given)} became ${part(kept)}`;
}

async function goThrough({ page, open }: WritingPage, text: string): Promise<readonly string[]> {
  await open(text);
  await boxOf(page, 'title').fill('Another title');
  const untouched = difference(text, await saved(page));
  await formattedText(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('x');
  const touched = difference(`${text}x`, await saved(page));
  return [
    ...(untouched ? [`untouched, ${untouched}`] : []),
    ...(touched ? [`a letter more, ${touched}`] : []),
  ];
}

async function main(folders: readonly string[]): Promise<number> {
  const writing = await openWriting();
  let differing = 0;
  let bytes = 0;
  try {
    const files = folders.flatMap(filesOf);
    for (const [index, file] of files.entries()) {
      if (index > 0 && index % progressEvery === 0)
        console.info(`${index} texts, ${differing} differ`);
      const text = readFileSync(file, 'utf8');
      bytes += Buffer.byteLength(text);
      const found = await goThrough(writing, text);
      differing += Math.min(1, found.length);
      if (differing <= shown) for (const line of found) console.info(`${file}: ${line}`);
    }
    console.info(`${files.length} texts of ${bytes} bytes, ${differing} differ`);
    return differing === 0 ? 0 : 1;
  } finally {
    await writing.stop();
  }
}

if (!buildSite()) process.exit(1);
process.exitCode = await main(process.argv.slice(2));
