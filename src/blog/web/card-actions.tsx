import type { ReactNode } from 'react';
import { ButtonLink } from '../../platform/web/ui/button.tsx';

interface CardActionsProps {
  /** The blog's page. */
  readonly to: string;
  /** Id of the element that names the blog. */
  readonly titleId: string;
  /** Other actions on the blog. */
  readonly children: ReactNode;
}

/** The foot of a card: a quiet link, since all of the card leads to the blog, and the actions at the other end. */
export function CardActions({ to, titleId, children }: CardActionsProps) {
  // Every list renders it: the compiler's memoization costs more than it saves.
  'use no memo';
  return (
    <div className="mt-auto flex flex-wrap items-center justify-between gap-x-5 gap-y-1 pt-3">
      <ButtonLink look="quiet" size="small" to={to} tabIndex={-1} aria-describedby={titleId}>
        Details
      </ButtonLink>
      {children}
    </div>
  );
}
