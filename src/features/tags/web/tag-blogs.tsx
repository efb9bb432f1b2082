import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BlogSummary } from '../../../blog/contract.ts';
import { extentWords } from '../../../blog/list-extent.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { PageLinks } from '../../../platform/web/ui/lists/page-links.tsx';
import { RefusedAddress } from '../../../platform/web/ui/lists/refused-address.tsx';
import { tagBlogsQuery } from './tag-queries.ts';

interface TagBlogsProps {
  readonly tag: string;
  readonly cursor: string;
  /** Why the server would not answer this address, where it said so while the page was made. */
  readonly refusal: string | undefined;
  /** The blogs as a list; undefined while they load. */
  readonly cards: (blogs: readonly BlogSummary[] | undefined) => ReactNode;
}

/** The blogs that have a tag, the newest first, a page at a time. */
export function TagBlogs({ tag, cursor, refusal, cards }: TagBlogsProps) {
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...tagBlogsQuery(tag, cursor),
    placeholderData: keepPreviousData,
    enabled: refusal === undefined,
  });
  if (refusal !== undefined) return <RefusedAddress reason={refusal} />;
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The blogs could not be loaded.</ErrorNote>;
  }
  if (!data) return cards(undefined);
  const at = (cursor: string | null) =>
    cursor === null ? undefined : paths.tag.to(tag, { cursor });
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
        <EmptyState
          drawing="sheet"
          title="No Posts Available"
          text="There is nothing more to read with this tag."
          action={<ButtonLink to={paths.tags.to()}>All tags</ButtonLink>}
        />
      )}
      <PageLinks
        place={cursor}
        newest={isFirst ? undefined : paths.tag.to(tag)}
        newer={at(data.previousCursor)}
        older={at(data.nextCursor)}
      />
    </div>
  );
}
