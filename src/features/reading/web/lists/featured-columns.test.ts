import { type SortingState, useTable } from '@tanstack/react-table';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BlogSummary } from '../../../../blog/contract.ts';
import { listedNames, mapFields } from '../../../../blog/fields.ts';
import { featuredTableOptions } from './featured-columns.ts';

function blogOf(title: string, wordCount: number, authorName: string | null): BlogSummary {
  return {
    ...mapFields(listedNames, () => ''),
    _id: title,
    title,
    category: 'Other',
    author: authorName === null ? null : { name: authorName, photo: null, bio: null },
    createdAt: null,
    wordCount,
  };
}

const blogs = [
  blogOf('Émile', 100, 'Zoe'),
  blogOf('apple 10', 900, null),
  blogOf('Zebra', 1000, 'adam'),
  blogOf('Apple 2', 20, 'Ödön'),
];

/** The titles in this sorting, and the next sorting order of each column. */
function tableWith(sorting: SortingState) {
  let titles: string[] = [];
  let next: Record<string, 'asc' | 'desc' | false> = {};
  function Probe() {
    const table = useTable({ ...featuredTableOptions, data: blogs, initialState: { sorting } });
    titles = table.getRowModel().rows.map(({ original }) => original.title);
    next = Object.fromEntries(
      table.getAllColumns().map((column) => [column.id, column.getNextSortingOrder()]),
    );
    return null;
  }
  renderToString(createElement(Probe));
  return { titles, next };
}

test.each(['title', 'category', 'author', 'wordCount'])(
  'clicks on the header of %s go from none to ascending to descending to none',
  (id) => {
    expect(tableWith([]).next[id]).toBe('asc');
    expect(tableWith([{ id, desc: false }]).next[id]).toBe('desc');
    expect(tableWith([{ id, desc: true }]).next[id]).toBe(false);
  },
);

test('unsorted rows keep the order of the server', () => {
  expect(tableWith([]).titles).toEqual(['Émile', 'apple 10', 'Zebra', 'Apple 2']);
});

test('titles and authors sort without case and accents, and 2 before 10', () => {
  expect(tableWith([{ id: 'title', desc: false }]).titles).toEqual([
    'Apple 2',
    'apple 10',
    'Émile',
    'Zebra',
  ]);
  expect(tableWith([{ id: 'author', desc: false }]).titles).toEqual([
    'Zebra',
    'Apple 2',
    'apple 10',
    'Émile',
  ]);
});

test('word counts sort as numbers', () => {
  expect(tableWith([{ id: 'wordCount', desc: true }]).titles).toEqual([
    'Zebra',
    'apple 10',
    'Émile',
    'Apple 2',
  ]);
});
