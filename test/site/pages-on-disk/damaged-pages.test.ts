import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { testOn } from '../../../src/storage/testing.ts';
import { inMatrix } from '../../matrix.ts';
import { pageWith, startPages, write } from './testing-pages.ts';

/** `DAMAGES=1000 npm test -- damaged-pages` runs more rounds. */
const damages = Number(process.env.DAMAGES ?? inMatrix({ usual: 100, whole: 1_000 }));
const pageIds = ['1', '2', '3', '4', '5'];

const below = (most: number) => Math.floor(Math.random() * most);

/** Truncates a file or changes some of its bytes. Returns a description. */
function damage(file: string): string {
  const { size } = statSync(file);
  if (size === 0) return 'nothing';
  if (below(10) === 0) {
    const left = below(size);
    truncateSync(file, left);
    return `${path.basename(file)} cut to ${left}`;
  }
  const changed: number[] = [];
  const bytes = readFileSync(file);
  const handle = openSync(file, 'r+');
  for (let times = 1 + below(20); times > 0; times -= 1) {
    const place = below(size);
    changed.push(place);
    writeSync(handle, Buffer.from([(bytes[place] ?? 0) ^ (1 << below(8))]), 0, 1, place);
  }
  closeSync(handle);
  return `${path.basename(file)} changed at ${changed.join()}`;
}

testOn(
  'sqlite',
  'a truncated or changed file of the page store never shows in a reply',
  { tags: 'slow' },
  async ({ storage }) => {
    const root = mkdtempSync(path.join(tmpdir(), 'content-hub-pages-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const texts = new Map(pageIds.map((id) => [id, `Text ${id}`]));
    for (const [id, text] of texts) await write(storage, id, text);
    const good = path.join(root, 'good');
    const first = await startPages({ storage, folder: good });
    const whole = new Map<string, string>();
    for (const id of pageIds) whole.set(id, (await first.read(`/page/${id}`)).whole);
    await first.store.settle();
    await first.close();
    const wrong: unknown[] = [];
    let fromDisk = 0;
    for (let round = 0; round < damages; round += 1) {
      const folder = path.join(root, `${round}`);
      cpSync(good, folder, { recursive: true });
      const [store = ''] = readdirSync(folder);
      const files = readdirSync(path.join(folder, store));
      const done = damage(path.join(folder, store, files[below(files.length)] ?? ''));
      // One page is changed as well, which the store must notice.
      const changed = pageIds[below(pageIds.length)] ?? '';
      await write(storage, changed, `Text ${changed} of round ${round}`);
      whole.set(changed, pageWith([`Text ${changed} of round ${round}`]));
      const pages = await startPages({ storage, folder });
      for (const id of [...pageIds, ...pageIds]) {
        const read = await pages.read(`/page/${id}`);
        if (read.whole !== whole.get(id)) wrong.push({ done, id, changed, text: read.text });
      }
      await pages.store.settle();
      for (const id of pageIds) {
        const read = await pages.read(`/page/${id}`);
        if (read.whole !== whole.get(id)) wrong.push({ done, id, changed, text: read.text });
        fromDisk += read.isMade ? 0 : 1;
      }
      await pages.close();
      rmSync(folder, { recursive: true });
    }
    expect(wrong).toEqual([]);
    expect(fromDisk).toBeGreaterThan(damages);
  },
);
