import { useQuery } from '@tanstack/react-query';
import { bioOf } from '../../../blog/web/byline.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { PersonPhoto } from '../../../platform/web/ui/pictures/person-photo.tsx';
import { Skeleton } from '../../../platform/web/ui/waiting.tsx';
import { authorQuery } from './author-queries.ts';

/** Who writes: face, name, and what they say of themselves. */
export function AuthorProfile({ id }: { readonly id: string }) {
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
          tabIndex={-1}
          dir="auto"
          className="font-display text-4xl font-medium text-balance wrap-anywhere"
        >
          {author.name}
        </h1>
        <p dir="auto" className="mt-2 max-w-measure text-soft text-pretty wrap-anywhere">
          {bioOf(author)}
        </p>
      </div>
    </header>
  );
}
