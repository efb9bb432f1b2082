import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * One in this many items is a text, the others are pages: reading them takes the same memory, but converting all to
 * Markdown would take an hour.
 */
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

/** Writes a WordPress export of about this size in bytes. */
export async function writeMadeUpExport(file: string, bytes: number): Promise<void> {
  await pipeline(Readable.from(exportOf(bytes)), createWriteStream(file));
}
