import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from '../../../../../platform/web/ui/error-note.tsx';
import { LoadingIndicator } from '../../../../../platform/web/ui/waiting.tsx';
import { savedDraftQuery } from '../../../drafts/web/draft-queries.ts';
import { blogToEditQuery } from '../author-queries.ts';
import { LinkCard, type LinkCardProps } from './link-card.tsx';

interface LoadedCardProps {
  readonly id: string;
  readonly text: LinkCardProps['text'] | null | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
}

function LoadedCard({ id, text, isError, onRetry }: LoadedCardProps): ReactNode {
  if (text) return <LinkCard id={id} text={text} />;
  if (isError || text === null) {
    return <ErrorNote onRetry={onRetry}>The card could not be loaded.</ErrorNote>;
  }
  return <LoadingIndicator />;
}

/** Link preview of a published blog. */
export function CardOfBlog({ id }: { readonly id: string }) {
  const { data, isError, refetch } = useQuery(blogToEditQuery(id));
  return <LoadedCard id={id} text={data} isError={isError} onRetry={() => void refetch()} />;
}

/** Link preview of a draft, as after publication. */
export function CardOfDraft({ draftKey }: { readonly draftKey: string }) {
  const { data, isError, refetch } = useQuery(savedDraftQuery(draftKey));
  const text = data === null ? null : data?.text;
  return <LoadedCard id={draftKey} text={text} isError={isError} onRetry={() => void refetch()} />;
}
