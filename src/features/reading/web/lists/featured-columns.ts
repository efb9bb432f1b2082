import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { BlogSummary } from '../../../../blog/contract.ts';
import { authorNameOf } from '../../../../blog/web/byline.tsx';

export const featuredFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const byLetters = new Intl.Collator('en', { numeric: true });

const column = createColumnHelper<typeof featuredFeatures, BlogSummary>();

/** The sortable columns. The row number is none: it numbers the rows in any order. */
const featuredColumns = column.columns([
  column.accessor('title', {
    header: 'Title',
    sortFn: (a, b) => byLetters.compare(a.original.title, b.original.title),
  }),
  column.accessor('category', {
    header: 'Category',
    sortFn: (a, b) => byLetters.compare(a.original.category, b.original.category),
  }),
  column.accessor(authorNameOf, {
    id: 'author',
    header: 'Author',
    sortFn: (a, b) => byLetters.compare(authorNameOf(a.original), authorNameOf(b.original)),
  }),
  column.accessor('wordCount', {
    header: 'Word Count',
    sortFn: (a, b) => a.original.wordCount - b.original.wordCount,
  }),
]);

/** A click on a header sorts ascending, the next descending, the third resets the order. */
export const featuredTableOptions = {
  features: featuredFeatures,
  columns: featuredColumns,
  enableMultiSort: false,
  // TanStack's default for numbers is descending first.
  sortDescFirst: false,
} as const;
