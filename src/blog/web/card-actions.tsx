import type { ReactNode } from 'react';
import { ButtonLink } from '../../platform/web/ui/button.tsx';

interface CardActionsProps {
  /** The blog's page. */
  readonly to: string;
  /** The element that names the blog. */
  readonly titleId: string;
  /** What else can be done with the blog. */
  readonly children: ReactNode;
}

/** The foot of a card: a quiet way on, since all of the card leads there, and at the other end what is done with the blog. */
export function CardActions({ to, titleId, children }: CardActionsProps) {
  // Every list carries it: what the compiler would add weighs more than it saves.
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
