import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { countWords } from '../../../platform/text/count-words.ts';
import { Button, ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { ListPaging } from '../../../platform/web/ui/lists/list-paging.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import type { ImportedAuthor } from '../contract.ts';
import { HandOverForm } from './hand-over-form.tsx';
import { type AuthorsAsked, importedAuthorsQuery } from './ownership-queries.ts';

function countOf({ blogs, drafts }: ImportedAuthor): string {
  const all = countWords(blogs, 'blog', 'blogs');
  return drafts === 0 ? all : `${all}, of which ${countWords(drafts, 'is a draft', 'are drafts')}`;
}

function AuthorItem({ author }: { readonly author: ImportedAuthor }) {
  const { id, name, hasPage, hasAddress } = author;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="border-b border-rule py-4">
      <h2 className="font-semibold wrap-anywhere">{name}</h2>
      <p className="text-sm text-soft">
        {countOf(author)}
        {hasAddress && '; the account that proves the author’s email gets them by itself'}
      </p>
      <div className="flex flex-wrap gap-x-5">
        {hasPage && (
          <ButtonLink
            look="plain"
            size="small"
            aria-label={`Blogs of ${name}`}
            to={paths.author.to(id)}
          >
            Blogs
          </ButtonLink>
        )}
        <Button
          look="plain"
          size="small"
          aria-expanded={isOpen}
          aria-label={`Hand over what ${name} wrote`}
          onClick={() => setOpen(!isOpen)}
        >
          Hand over
        </Button>
      </div>
      {isOpen && <HandOverForm author={author} onDone={() => setOpen(false)} />}
    </li>
  );
}

function NoAuthors({ search }: Pick<AuthorsAsked, 'search'>) {
  if (search === '') {
    const text = 'Everybody who wrote here has an account.';
    return <EmptyState drawing="sheet" title="Nobody" text={text} />;
  }
  return (
    <EmptyState
      drawing="glass"
      title="Nobody has this name"
      text="Who has an account is under People."
      action={<ButtonLink to={paths.manageAuthors.to()}>Clear search</ButtonLink>}
    />
  );
}

/** Imported authors, a page at a time. */
export function ImportedAuthors({ request }: { readonly request: AuthorsAsked }) {
  const { search, cursor } = request;
  const { data, isError, refetch } = useQuery(importedAuthorsQuery(request));
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The authors could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton item="h-20" />;
  return (
    <>
      {data.authors.length === 0 ? (
        <NoAuthors search={search} />
      ) : (
        <ul className="border-t border-rule">
          {data.authors.map((author) => (
            <AuthorItem key={author.id} author={author} />
          ))}
        </ul>
      )}
      <ListPaging
        cursor={cursor}
        nextCursor={data.nextCursor}
        to={(next) => paths.manageAuthors.to({ search, cursor: next })}
      />
    </>
  );
}
