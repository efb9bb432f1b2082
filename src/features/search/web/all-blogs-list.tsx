import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BlogAction } from '../../../blog/web/blog-entry.ts';
import type { PageCursors } from '../../../blog/web/page-cursors.ts';
import { type AllBlogsRequest, paths } from '../../../paths.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { PageLinks } from '../../../platform/web/ui/lists/page-links.tsx';
import { RefusedAddress } from '../../../platform/web/ui/lists/refused-address.tsx';
import { allBlogsQuery } from './all-blogs-query.ts';
import { BlogCards } from './blog-cards.tsx';
import { BlogCardsSkeleton } from './blog-cards-skeleton.tsx';
import { resultOf, textsId, textsResultOf } from './result-of.ts';
import { SearchNotes, SignInToSearch, TextResults } from './text-results.tsx';
import { isTextSearch } from './text-search-query.ts';
import { useMaySearchTexts, useTextSearch } from './use-text-search.ts';

interface AllBlogsListProps {
  readonly request: AllBlogsRequest;
  /** Why the server refused this address, if it did so during server rendering. */
  readonly refusal: string | undefined;
  readonly action: BlogAction;
}

interface PagingProps {
  readonly request: AllBlogsRequest;
  readonly page: PageCursors & { readonly blogs: readonly unknown[] };
}

function Paging({ request: { cursor, ...rest }, page }: PagingProps) {
  const { blogs, nextCursor, previousCursor } = page;
  const at = (cursor: string | null) =>
    cursor === null ? undefined : paths.allBlogs.to({ ...rest, cursor });
  // The first page has no newer one, whatever its address; from an empty page only the first is certain to exist.
  const isFirst = !cursor || (previousCursor === null && blogs.length > 0);
  return (
    <PageLinks
      place={cursor}
      newest={isFirst ? undefined : paths.allBlogs.to(rest)}
      newer={at(previousCursor)}
      older={at(nextCursor)}
    />
  );
}

/** A link that widens the list: from a search to its category, from an empty category to all blogs. */
function WayOn({ request: { filter, search, sort } }: Pick<AllBlogsListProps, 'request'>) {
  if (search !== '') {
    return <ButtonLink to={paths.allBlogs.to({ filter, sort })}>Clear search</ButtonLink>;
  }
  if (filter === '') return null;
  return <ButtonLink to={paths.allBlogs.to({ sort })}>Show all blogs</ButtonLink>;
}

/** One page of all blogs as cards. While another filter loads, the previous cards stay, dimmed. */
export function AllBlogsList({ request, refusal, action }: AllBlogsListProps) {
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    ...allBlogsQuery(request),
    placeholderData: keepPreviousData,
    enabled: refusal === undefined,
  });
  const isRefused = refusal !== undefined || (error instanceof Problem && error.status === 400);
  const shown = isRefused ? undefined : data;
  const maySearchTexts = useMaySearchTexts();
  const {
    found,
    isLoading,
    error: textsError,
    refetch: searchAgain,
  } = useTextSearch(request, isRefused);
  const isSettled = shown !== undefined && !isPlaceholderData;
  const texts = isSettled ? (found?.texts ?? []) : [];
  const hasNoTitle = shown?.blogs.length === 0 && shown.nextCursor === null;
  const isNothing = hasNoTitle && !isLoading && !textsError && texts.length === 0;
  return (
    <>
      <p role="status" className="mb-6 min-h-[1lh] text-sm text-faint text-pretty">
        {isSettled && resultOf(request, shown, texts.length > 0)}
        {texts.length > 0 && (
          <>
            {' · '}
            <a href={`#${textsId}`} className="underline underline-offset-4 hover:text-ink">
              {textsResultOf(texts.length)}
            </a>
          </>
        )}
      </p>
      {isRefused && (
        <RefusedAddress to={paths.allBlogs.to()} label="Show all blogs" reason={refusal} />
      )}
      {!isRefused && isError && (
        <ErrorNote onRetry={() => refetch()}>The blogs could not be loaded.</ErrorNote>
      )}
      {!isRefused && !isError && !data && <BlogCardsSkeleton />}
      {isSettled && found && <SearchNotes request={request} found={found} />}
      {isNothing && (
        <EmptyState
          drawing="glass"
          title="No Posts Available"
          text="Sorry, there are no posts in this category yet."
          action={<WayOn request={request} />}
        />
      )}
      {shown && (
        <div
          className={`transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}
          aria-busy={isPlaceholderData}
        >
          {shown.blogs.length > 0 && <BlogCards blogs={shown.blogs} action={action} />}
          <Paging request={request} page={shown} />
        </div>
      )}
      {isSettled && (
        <TextResults
          texts={texts}
          isLoading={isLoading}
          error={textsError}
          onRetry={() => searchAgain()}
        />
      )}
      {isSettled && isTextSearch(request) && !maySearchTexts && <SignInToSearch />}
    </>
  );
}
