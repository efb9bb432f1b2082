import type { ComponentProps } from 'react';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { useKeptPlace } from '../../../platform/web/ui/lists/use-kept-place.ts';
import type { ManagedText } from '../contract/manage.ts';
import { ManagedItem } from './managed-item.tsx';
import { useModerationActions } from './use-moderation-actions.ts';

interface ManagedListProps {
  readonly data:
    | { readonly texts: readonly ManagedText[]; readonly nextCursor: string | null }
    | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
  readonly empty: ComponentProps<typeof EmptyState>;
  /** The address of the page at a cursor. */
  readonly addressAt: (cursor: string) => string;
  /** The address of the first page; undefined on it. */
  readonly first: string | undefined;
}

/** A page of texts to moderate, with links to the other pages. */
export function ManagedList(props: ManagedListProps) {
  const { data, isError, onRetry, empty, addressAt, first } = props;
  const actions = useModerationActions();
  const { list, onFocus } = useKeptPlace(data?.texts);
  if (isError && !data) {
    return <ErrorNote onRetry={onRetry}>This list could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton item="h-64" />;
  return (
    <>
      {data.texts.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <ul ref={list} onFocus={onFocus} className="border-t border-rule">
          {data.texts.map((text) => (
            <ManagedItem key={`${text._id} ${text.standing}`} text={text} actions={actions} />
          ))}
        </ul>
      )}
      {(data.nextCursor !== null || first !== undefined) && (
        <nav aria-label="Pages" className="mt-10 flex flex-wrap gap-4">
          {first !== undefined && <ButtonLink to={first}>First page</ButtonLink>}
          {data.nextCursor !== null && (
            <ButtonLink rel="next" to={addressAt(data.nextCursor)} className="ml-auto">
              Next page
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}
