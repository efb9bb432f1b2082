import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BlogSummary } from '../../../blog/contract.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { PageLinks } from '../../../platform/web/ui/lists/page-links.tsx';
import { RefusedAddress } from '../../../platform/web/ui/lists/refused-address.tsx';
import { followedBlogsQuery } from './following-queries.ts';

interface FollowedBlogsProps {
  readonly cursor: string;
  /** Why the server refused this address, where it did so while rendering the page. */
  readonly refusal: string | undefined;
  /** Renders the blogs as a list; undefined while they load. */
  readonly cards: (blogs: readonly BlogSummary[] | undefined) => ReactNode;
}

/** The blogs of the authors whom the viewer follows, the newest first, a page at a time. */
export function FollowedBlogs({ cursor, refusal, cards }: FollowedBlogsProps) {
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...followedBlogsQuery(cursor),
    placeholderData: keepPreviousData,
    enabled: refusal === undefined,
  });
  if (refusal !== undefined) return <RefusedAddress reason={refusal} />;
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The blogs could not be loaded.</ErrorNote>;
  }
  if (!data) return cards(undefined);
  const at = (place: string | null) =>
    place === null ? undefined : paths.following.to({ cursor: place });
  const isFirst = !cursor || (data.previousCursor === null && data.blogs.length > 0);
  return (
    <div
      className={`transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}
      aria-busy={isPlaceholderData}
    >
      {data.blogs.length > 0 ? (
        cards(data.blogs)
      ) : (
        <EmptyState
          title="Nothing here yet."
          text="Follow authors on their pages, or below what they wrote: their new blogs are listed here."
          action={<ButtonLink to={paths.allBlogs.to()}>All Blogs</ButtonLink>}
        />
      )}
      <PageLinks
        place={cursor}
        newest={isFirst ? undefined : paths.following.to()}
        newer={at(data.previousCursor)}
        older={at(data.nextCursor)}
      />
    </div>
  );
}
