import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { countWords } from '../../../platform/text/count-words.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { ListPaging } from '../../../platform/web/ui/lists/list-paging.tsx';
import { RefusedAddress } from '../../../platform/web/ui/lists/refused-address.tsx';
import { Skeleton } from '../../../platform/web/ui/waiting.tsx';
import { tagsQuery } from './tag-queries.ts';

interface TagListProps {
  readonly cursor: string;
  /** Why the server refused this address, if it did so during server rendering. */
  readonly refusal: string | undefined;
}

/** All tags by name, each with its number of blogs. */
export function TagList({ cursor, refusal }: TagListProps) {
  const { data, isError, refetch } = useQuery({
    ...tagsQuery(cursor),
    enabled: refusal === undefined,
  });
  if (refusal !== undefined) {
    return <RefusedAddress to={paths.tags.to()} label="All tags" />;
  }
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The tags could not be loaded.</ErrorNote>;
  }
  if (!data) return <Skeleton className="h-48 w-full" />;
  return (
    <>
      {data.tags.length === 0 ? (
        <EmptyState
          drawing="sheet"
          title="No tags yet"
          text="Authors can give their blogs tags as they write."
          action={<ButtonLink to={paths.allBlogs.to()}>All Blogs</ButtonLink>}
        />
      ) : (
        <ul className="gap-x-8 sm:columns-2 lg:columns-3">
          {data.tags.map(({ tag, name, blogs }) => (
            <li key={tag} className="break-inside-avoid border-b border-rule">
              <Link
                viewTransition
                to={paths.tag.to(tag)}
                className="flex min-h-11 items-baseline justify-between gap-4 py-2.5 decoration-accent underline-offset-4 hover:underline"
              >
                <bdi className="min-w-0 wrap-anywhere">{name}</bdi>{' '}
                <span className="shrink-0 text-sm text-faint tabular-nums">
                  {countWords(blogs, 'blog', 'blogs')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ListPaging
        cursor={cursor}
        nextCursor={data.nextCursor}
        to={(next) => paths.tags.to({ cursor: next })}
      />
    </>
  );
}
