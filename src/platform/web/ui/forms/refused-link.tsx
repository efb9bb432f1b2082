import { useEffect } from 'react';
import { ButtonLink } from '../button.tsx';
import { ErrorNote } from '../error-note.tsx';
import { focusHeading, isFocusLost } from '../navigation-focus.tsx';

/** Where to get a link in place of one that can't work any more. */
export interface NewLink {
  /** Whether the error means that the link is of no use. */
  readonly isFor: (error: unknown) => boolean;
  readonly to: string;
  readonly label: string;
}

interface RefusedLinkProps {
  readonly reason: string | undefined;
  readonly newLink: NewLink;
}

/** Replaces the form of a link that can't work any more: why, and the way to a new one. */
export function RefusedLink({ reason, newLink }: RefusedLinkProps) {
  useEffect(() => {
    // The form that had the focus was removed.
    if (isFocusLost()) focusHeading();
  }, []);

  return (
    <div className="grid gap-6">
      <ErrorNote>{reason}</ErrorNote>
      <ButtonLink look="primary" to={newLink.to}>
        {newLink.label}
      </ButtonLink>
    </div>
  );
}
