import { expect, test, vi } from 'vitest';
import { createBoundedMemory } from './bounded-memory.ts';
import { createBrotliQueue } from './brotli-queue.ts';
import { createPage, type Page } from './cached-page.ts';
import type { PageKey } from './page-key.ts';

const rendering = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from('a long page with a long text '.repeat(200)),
};

/** A queue, and pages in memory, each with a tag of its own. */
async function start(count: number) {
  const memory = createBoundedMemory(10_000_000);
  const shelf = memory.addShelf<Page>();
  const errors: unknown[] = [];
  const add = createBrotliQueue(
    memory,
    () => {},
    (error) => errors.push(error),
  );
  const pages: Page[] = [];
  for (let number = 0; number < count; number += 1) {
    const key: PageKey = {
      url: `/blog/${number}`,
      path: '/blog/:id',
      params: { id: `${number}` },
      tags: [`blog:${number}`],
      memberTags: undefined,
      goodFor: undefined,
      takesTokens: false,
    };
    const seen = { madeAt: 0, goodUntil: Infinity, floor: undefined };
    const page = await createPage(key, rendering, seen);
    shelf.keep(page);
    pages.push(page);
  }
  return { add, errors, memory, pages };
}

const untilPacked = (pages: readonly Page[]) =>
  vi.waitUntil(() => pages.every(({ brotli }) => brotli !== undefined), { timeout: 20_000 });

test('at most 64 pages wait for their Brotli form, and later requests try the others', async () => {
  const { add, errors, pages } = await start(100);
  for (const page of pages) add(page);
  const tried = pages.filter(({ isBrotliTried }) => isBrotliTried);
  const others = pages.filter(({ isBrotliTried }) => !isBrotliTried);
  expect([tried.length, others.length]).toEqual([64, 36]);
  await untilPacked(tried);
  expect(others.filter(({ brotli }) => brotli !== undefined)).toEqual([]);
  for (const page of others) add(page);
  await untilPacked(pages);
  expect(errors).toEqual([]);
});

test('a page that memory drops while it waits gets no Brotli form', async () => {
  const { add, memory, pages } = await start(3);
  const [, dropped, last] = pages;
  for (const page of pages) add(page);
  memory.dropTagged(['blog:1']);
  await untilPacked(last ? [last] : []);
  expect(dropped?.brotli).toBeUndefined();
});
