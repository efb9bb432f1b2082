/**
 * `node scripts/run.mjs bench/import.ts [MB]`: writes a WordPress export of that size (500 MB) beside the temporary files, reads
 * all of it, and prints how long that took and the most memory that the process had.
 *
 * The bound is 300 MiB, whatever the size of the file.
 */

import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openForeignExport } from '../src/features/transfer/server/import/formats/open-foreign-export.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

const bytesInMb = 1024 ** 2;
/** Of so many items one is a text, the others are pages: reading them costs the same memory, turning all into Markdown an hour. */
const textEvery = 20;
const paragraph = `<p>${'Wind from the west, and a kite above the dunes. '.repeat(40)}</p>\n\n`;
const head = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="x"><channel>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://kites.example</wp:base_blog_url>\n`;

function item(index: number): string {
  const type = index % textEvery === 0 ? 'post' : 'page';
  return `<item><title>Text ${index}</title><wp:post_id>${index}</wp:post_id><wp:post_type>${type}</wp:post_type>
<wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><content:encoded><![CDATA[${paragraph.repeat(25)}]]></content:encoded></item>\n`;
}

function* exportOf(bytes: number): Generator<string> {
  yield head;
  let size = 0;
  for (let index = 0; size < bytes; index += 1) {
    const text = item(index);
    size += text.length;
    yield text;
  }
  yield '</channel></rss>';
}

const megabytes = Number(process.argv[2] ?? 500);
const folder = temporaryFolder('bench-import');
const file = path.join(folder.path, 'export.xml');
await pipeline(Readable.from(exportOf(megabytes * bytesInMb)), createWriteStream(file));
const start = performance.now();
const counts = new Map<string, number>();
const opened = await openForeignExport(file);
for await (const { kind } of opened?.items() ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
await opened?.close();
const seconds = ((performance.now() - start) / 1_000).toFixed(1);
const peak = Math.round(process.resourceUsage().maxRSS / 1_024);
console.info(
  `${megabytes} MB in ${seconds} s: ${JSON.stringify(Object.fromEntries(counts))}, at most ${peak} MiB`,
);
folder.remove();
