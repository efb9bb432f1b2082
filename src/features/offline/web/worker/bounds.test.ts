import { expect, test } from 'vitest';
import type { KeptEntry } from '../kept.ts';
import { beyondBytes, readMax, readTooLongAgo } from './bounds.ts';

const cache = 'kept:ada';

function article(number: number, changes: Partial<KeptEntry> = {}): KeptEntry {
  const path = `/blog/${number}`;
  return { cache, path, kind: 'article', keptAt: number, readAt: number, bytes: 10, ...changes };
}

const pathsOf = (entries: readonly KeptEntry[]) => entries.map(({ path }) => path);

test('recently read blogs and wishlisted blogs are kept', () => {
  const entries = Array.from({ length: readMax + 3 }, (_, index) => article(index));
  expect(pathsOf(readTooLongAgo(entries))).toEqual(['/blog/2', '/blog/1', '/blog/0']);
  const wished = [article(0, { isWished: true }), ...entries.slice(1)];
  expect(pathsOf(readTooLongAgo(wished))).toEqual(['/blog/2', '/blog/1']);
});

test('above the size limit the oldest blogs and pictures used only by them are dropped, and drafts stay', () => {
  const picture = (name: string): KeptEntry => {
    const path = `/images/uploads/${name}`;
    return { cache, path, kind: 'picture', keptAt: 0, bytes: 50 };
  };
  const draft: KeptEntry = { cache, path: '/api/drafts/1', kind: 'draft', keptAt: 0, bytes: 30 };
  const entries = [
    article(1, { needs: ['/images/uploads/one-800.avif', '/images/uploads/both.jpg'] }),
    article(2, { needs: ['/images/uploads/both-480.avif'] }),
    draft,
    picture('one'),
    picture('both'),
  ];
  expect(beyondBytes(entries, 150)).toEqual([]);
  expect(pathsOf(beyondBytes(entries, 149))).toEqual(['/blog/1']);
  expect(pathsOf(beyondBytes(entries, 89))).toEqual(['/blog/1', '/blog/2']);
  expect(pathsOf(beyondBytes(entries, 1))).toEqual(['/blog/1', '/blog/2']);
});
