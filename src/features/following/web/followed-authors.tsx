import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { extentWords } from '../../../blog/list-extent.ts';
import { paths } from '../../../paths.ts';
import type { ReplyOf } from '../../../platform/contract/define-endpoint.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { useKeptPlace } from '../../../platform/web/ui/lists/use-kept-place.ts';
import { PersonPhoto } from '../../../platform/web/ui/pictures/person-photo.tsx';
import { Skeleton } from '../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import type { followedAuthors } from '../contract.ts';
import { FollowForm } from './follow-form.tsx';
import { followedAuthorsQuery } from './following-queries.ts';
import { useFollow } from './use-follow.ts';

type Author = ReplyOf<typeof followedAuthors>[number];

/** Authors shown at first, and added per press. */
const step = 50;

interface AuthorItemProps {
  readonly author: Author;
  readonly onUnfollow: (author: Author) => Promise<void>;
}

function AuthorItem({ author, onUnfollow }: AuthorItemProps) {
  const { _id, name, photo } = author;
  const nameId = `followed-${_id}`;
  const { isPending, run } = useSingleFlight(() => onUnfollow(author));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-3">
      <PersonPhoto photo={photo} size={48} />
      <p className="min-w-0 grow basis-40 font-medium wrap-anywhere" dir="auto">
        <Link
          id={nameId}
          viewTransition
          to={paths.author.to(_id)}
          className="inline-flex min-h-link items-center hover:text-accent"
        >
          {name}
        </Link>
      </p>
      <Button
        size="small"
        aria-describedby={nameId}
        aria-disabled={isPending}
        className="noscript:hidden"
        onClick={() => void run()}
      >
        Unfollow
      </Button>
      <FollowForm authorId={_id} isFollowed describedBy={nameId} />
    </li>
  );
}

/** The authors that the viewer follows, each with a button that unfollows them. */
export function FollowedAuthors() {
  const [shown, setShown] = useState(step);
  const setFollowed = useFollow();
  const { data, isError, refetch } = useQuery(followedAuthorsQuery());
  const { list, onFocus } = useKeptPlace(data);
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The authors could not be loaded.</ErrorNote>;
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <Skeleton className="h-16 w-full" />
      </div>
    );
  }
  if (data.length === 0) return <p className="text-soft">You follow nobody yet.</p>;

  const unfollow = ({ _id, name }: Author) => setFollowed({ authorId: _id, name }, false);

  const listed = data.slice(0, shown);
  const rest = data.length - listed.length;
  const extent = { offset: 0, total: data.length };
  return (
    <>
      <p role="status" className="mb-2 text-sm text-faint">
        {extentWords(extent, listed.length, 'author', 'authors')}
      </p>
      <ul ref={list} onFocus={onFocus}>
        {listed.map((author) => (
          <AuthorItem key={author._id} author={author} onUnfollow={unfollow} />
        ))}
      </ul>
      {rest > 0 && (
        <Button className="mt-6 noscript:hidden" onClick={() => setShown((count) => count + step)}>
          Show {Math.min(step, rest)} more
        </Button>
      )}
    </>
  );
}
