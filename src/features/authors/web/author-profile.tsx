import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { bioOf } from '../../../blog/web/byline.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { PersonPhoto } from '../../../platform/web/ui/pictures/person-photo.tsx';
import { Skeleton } from '../../../platform/web/ui/waiting.tsx';
import { authorQuery } from './author-queries.ts';

interface AuthorProfileProps {
  readonly id: string;
  /** Renders the buttons for the author of this name; `nameId` is the id of the element with the name. */
  readonly actions: (name: string, nameId: string) => ReactNode;
}

/** An author's photo, name and bio. */
export function AuthorProfile({ id, actions }: AuthorProfileProps) {
  const nameId = useId();
  const { data: author, isError, refetch } = useQuery(authorQuery(id));
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The author could not be loaded.</ErrorNote>;
  }
  if (!author) return <Skeleton className="h-24 w-full" />;
  return (
    <header className="flex flex-wrap gap-5">
      <PersonPhoto photo={author.photo} size={96} />
      <div className="min-w-0 basis-56 grow">
        <h1
          id={nameId}
          tabIndex={-1}
          dir="auto"
          className="font-display text-4xl font-medium text-balance wrap-anywhere"
        >
          {author.name}
        </h1>
        <p dir="auto" className="mt-2 max-w-measure text-soft text-pretty wrap-anywhere">
          {bioOf(author)}
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          {actions(author.name, nameId)}
        </div>
      </div>
    </header>
  );
}
