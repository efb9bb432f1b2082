import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../platform/web/ui/lists/empty-state.tsx';
import { PageLinks } from '../../platform/web/ui/lists/page-links.tsx';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import type { BlogSummary } from '../contract.ts';
import { extentWords, type ListExtent } from '../list-extent.ts';
import type { PageCursors } from './page-cursors.ts';

/** One page of a list of blogs from the API. */
interface ListedPage extends PageCursors {
  readonly blogs: readonly BlogSummary[];
  readonly extent: ListExtent;
}

export interface PagedListProps {
  readonly cursor: string;
  /** Why the server refused this address, where it did while the page was rendered. */
  readonly refusal: string | undefined;
  /** The blogs as a list; undefined while they load. */
  readonly cards: (blogs: readonly BlogSummary[] | undefined) => ReactNode;
}

interface PagedBlogsProps extends PagedListProps {
  /** The query of the page; its data stays while the next page loads. */
  readonly page: UseQueryResult<ListedPage>;
  /** The address of a page of the list; the first page without a cursor. */
  readonly to: (query?: { readonly cursor: string }) => string;
  /** Message and next action for an empty list. */
  readonly empty: { readonly title?: string; readonly text: string; readonly action: ReactNode };
}

/** A paginated list of blogs, newest first. */
export function PagedBlogs({ page, cursor, refusal, to, empty, cards }: PagedBlogsProps) {
  const { data, isError, isPlaceholderData, refetch } = page;
  if (refusal !== undefined) return <RefusedAddress to={to()} label="Show the newest" />;
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The blogs could not be loaded.</ErrorNote>;
  }
  if (!data) return cards(undefined);
  const at = (cursor: string | null) => (cursor === null ? undefined : to({ cursor }));
  const isFirst = !cursor || (data.previousCursor === null && data.blogs.length > 0);
  return (
    <div
      className={`transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}
      aria-busy={isPlaceholderData}
    >
      <p role="status" className="mb-6 min-h-[1lh] text-sm text-faint">
        {!isPlaceholderData && extentWords(data.extent, data.blogs.length)}
      </p>
      {data.blogs.length > 0 ? (
        cards(data.blogs)
      ) : (
        <EmptyState drawing="sheet" title="No Posts Available" {...empty} />
      )}
      <PageLinks
        place={cursor}
        newest={isFirst ? undefined : to()}
        newer={at(data.previousCursor)}
        older={at(data.nextCursor)}
      />
    </div>
  );
}
