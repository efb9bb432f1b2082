import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { extentWords } from '../../../../blog/list-extent.ts';
import { paths } from '../../../../paths.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { Button, ButtonLink } from '../../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../platform/web/ui/lists/empty-state.tsx';
import { ListPaging } from '../../../../platform/web/ui/lists/list-paging.tsx';
import { RefusedAddress } from '../../../../platform/web/ui/lists/refused-address.tsx';
import { useKeptPlace } from '../../../../platform/web/ui/lists/use-kept-place.ts';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { focusHeading } from '../../../../platform/web/ui/navigation-focus.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { Skeleton } from '../../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { historyChoiceQuery, historyQuery, type ReadBlog, useForget } from './history-queries.ts';

interface ItemProps {
  readonly blog: ReadBlog;
  readonly onForget: (blog: ReadBlog) => Promise<void>;
}

function Item({ blog, onForget }: ItemProps) {
  const { _id, title, author, readAt, share, isFinished } = blog;
  const titleId = `read-${_id}`;
  const { isPending, run } = useSingleFlight(() => onForget(blog));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-4">
      <div className="min-w-0 grow basis-60">
        <p dir="auto" className="font-display text-lg font-medium wrap-anywhere">
          <Link
            id={titleId}
            viewTransition
            to={paths.blog.to(_id)}
            className="inline-flex min-h-link items-center hover:text-accent"
          >
            {title}
          </Link>
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-faint">
          {author !== null && <bdi className="min-w-0 wrap-anywhere">{author}</bdi>}
          <Moment at={readAt} />
          <span>{isFinished ? 'Finished' : `${share}% read`}</span>
        </p>
      </div>
      <Button
        size="small"
        aria-describedby={titleId}
        aria-disabled={isPending}
        className="noscript:hidden"
        onClick={() => void run()}
      >
        Remove
      </Button>
    </li>
  );
}

function ListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6 py-4">
      {[0, 1, 2].map((index) => (
        <div key={index}>
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="mt-2 h-4 w-60" />
        </div>
      ))}
    </div>
  );
}

interface HistoryListProps {
  readonly cursor: string;
  /** Why the server refused this address, if it did so during server rendering. */
  readonly refusal: string | undefined;
}

/** A page of the viewer's reading history, latest first. */
export function HistoryList({ cursor, refusal }: HistoryListProps) {
  const { ask } = useDialogs();
  const { mutateAsync: forget } = useForget();
  const choice = useQuery(historyChoiceQuery());
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...historyQuery(cursor),
    placeholderData: keepPreviousData,
    enabled: refusal === undefined,
  });
  const { list, onFocus } = useKeptPlace(data);
  const say = (error: unknown) => void showToast({ text: errorMessageOf(error), tone: 'bad' });

  const { isPending, run: clear } = useSingleFlight(async () => {
    const isMeant = await ask({
      title: 'Clear your reading history?',
      text: 'Blogs no longer offer to go on where you stopped.',
      confirmLabel: 'Clear',
    });
    if (!isMeant) return;
    await forget(undefined).then(() => {
      void showToast({ text: 'Cleared.' });
      focusHeading();
    }, say);
  });

  if (refusal !== undefined) {
    return <RefusedAddress to={paths.history.to()} label="Show the newest" />;
  }
  if (isError) {
    return (
      <ErrorNote onRetry={() => refetch()}>Your reading history could not be loaded.</ErrorNote>
    );
  }
  if (!data) return <ListSkeleton />;

  const forgetOne = (blog: ReadBlog) => forget(blog._id).then(() => {}, say);

  const { nextCursor } = data;
  if (data.list.length === 0 && !nextCursor) {
    return (
      <EmptyState
        drawing="shelf"
        title="Nothing here."
        text={
          choice.data?.isKept === false
            ? 'Your reading history is off.'
            : 'Blogs that you read are listed here, and lead to where you stopped.'
        }
        action={<ButtonLink to={paths.allBlogs.to()}>All Blogs</ButtonLink>}
      />
    );
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={`transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="min-h-[1lh] text-sm text-faint">
          {!isPlaceholderData && extentWords(data.extent, data.list.length)}
        </p>
        <Button
          size="small"
          aria-disabled={isPending}
          className="noscript:hidden"
          onClick={() => void clear()}
        >
          Clear all
        </Button>
      </div>
      <ul ref={list} onFocus={onFocus} className="border-t border-rule">
        {data.list.map((blog) => (
          <Item key={blog._id} blog={blog} onForget={forgetOne} />
        ))}
      </ul>
      <ListPaging
        cursor={cursor}
        nextCursor={nextCursor}
        to={(place) => paths.history.to({ cursor: place })}
      />
    </div>
  );
}
