// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the implicit roles of a table whose `display` is changed.
import { type Header, useTable } from '@tanstack/react-table';
import { Link } from 'react-router';
import type { BlogSummary } from '../../../../blog/contract.ts';
import { authorNameOf } from '../../../../blog/web/byline.tsx';
import { CategoryLabel } from '../../../../blog/web/category-label.tsx';
import { paths } from '../../../../paths.ts';
import { type featuredFeatures, featuredTableOptions } from './featured-columns.ts';

const words = new Intl.NumberFormat('en-US');

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: '↑', desc: '↓' } as const;

/** Narrow screens show a row as a few lines, to avoid horizontal scrolling; explicit roles keep the table semantics. */
const rowLook =
  'relative flex flex-wrap gap-x-3 border-b border-rule py-4 pl-10 md:static md:table-row';
const edges = 'md:px-3 md:first:pl-0 md:last:pr-0';
const cellLook = `${edges} md:py-4 md:align-baseline`;

/** Fixed widths, so that neither long names nor sorting move the columns. */
const headerLooks: Readonly<Record<string, string>> = {
  title: 'md:w-[38%] md:text-left xl:w-[46%]',
  wordCount: 'whitespace-nowrap md:w-32 md:text-right',
};

interface SortHeaderProps {
  readonly header: Header<typeof featuredFeatures, BlogSummary>;
  readonly sorted: 'asc' | 'desc' | false;
}

function SortHeader({ header, sorted }: SortHeaderProps) {
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted ? ariaSorts[sorted] : 'none'}
      className={`relative ${edges} ${headerLooks[header.column.id] ?? 'md:text-left'}`}
    >
      <noscript className="text-sm font-semibold text-soft">
        {String(header.column.columnDef.header)}
      </noscript>
      <button
        type="button"
        // The click target covers the header, which is wider than its label.
        className="noscript:hidden inline-flex min-h-11 cursor-pointer items-center gap-1 text-sm font-semibold text-soft after:absolute after:inset-0 hover:text-ink"
        onClick={header.column.getToggleSortingHandler()}
      >
        {String(header.column.columnDef.header)}
        <span aria-hidden="true" className={`w-3 ${sorted ? 'text-accent' : 'text-faint'}`}>
          {sorted ? arrows[sorted] : '↕'}
        </span>
      </button>
    </th>
  );
}

interface FeaturedRowProps {
  readonly blog: BlogSummary;
  readonly number: number;
}

function FeaturedRow({ blog, number }: FeaturedRowProps) {
  return (
    <tr role="row" className={rowLook}>
      <td
        role="cell"
        className={`${cellLook} absolute left-0 font-display md:static text-xl text-soft`}
      >
        {number}
      </td>
      <td
        role="cell"
        className={`${cellLook} basis-full font-display text-xl font-medium text-balance wrap-anywhere`}
        dir="auto"
      >
        <Link
          viewTransition
          to={paths.blog.to(blog._id)}
          data-item=""
          className="hover:text-accent"
        >
          {blog.title}
        </Link>
      </td>
      <td role="cell" className={`${cellLook} mt-1 text-sm`}>
        <CategoryLabel category={blog.category} />
      </td>
      <td role="cell" className={`${cellLook} mt-1 max-w-full text-sm text-soft wrap-anywhere`}>
        {authorNameOf(blog)}
      </td>
      <td
        role="cell"
        className={`${cellLook} mt-1 text-sm whitespace-nowrap text-soft tabular-nums md:text-right`}
      >
        {words.format(blog.wordCount)}
        <span className="md:hidden"> {blog.wordCount === 1 ? 'word' : 'words'}</span>
      </td>
    </tr>
  );
}

/** The featured blogs; a click on a header sorts ascending, then descending, then resets the order. */
export function FeaturedTable({ blogs }: { readonly blogs: readonly BlogSummary[] }) {
  const table = useTable({ ...featuredTableOptions, data: blogs });
  const [sort] = table.state.sorting;
  const direction = sort?.desc ? 'desc' : 'asc';
  return (
    <table role="table" className="block w-full border-collapse md:table md:table-fixed">
      <caption className="sr-only">Featured blogs; the column headers sort</caption>
      <thead role="rowgroup" className="block border-b-2 border-ink md:table-header-group">
        {table.getHeaderGroups().map((group) => (
          <tr
            key={group.id}
            role="row"
            className="one-line gap-x-4 sm:flex sm:flex-wrap md:table-row"
          >
            <th
              role="columnheader"
              scope="col"
              className={`${edges} hidden w-12 text-left text-sm font-semibold text-soft md:table-cell`}
            >
              #
            </th>
            {group.headers.map((header) => (
              <SortHeader
                key={header.id}
                header={header}
                sorted={sort?.id === header.column.id && direction}
              />
            ))}
          </tr>
        ))}
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {table.getRowModel().rows.map((row, index) => (
          <FeaturedRow key={row.id} blog={row.original} number={index + 1} />
        ))}
      </tbody>
    </table>
  );
}
