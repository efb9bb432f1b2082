import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface RefusedAddressProps {
  /** The reason, in words for people; begins with the name of the invalid part of the address. */
  readonly reason: string;
  /** A button or link to continue with. */
  readonly action?: ReactNode;
}

/** Shown in place of a list whose address is invalid. */
export function RefusedAddress({ reason, action }: RefusedAddressProps) {
  return (
    <EmptyState
      drawing="signpost"
      title="This address asks for something that isn’t there"
      text={<span className="inline-block first-letter:uppercase">{reason}</span>}
      action={action}
    />
  );
}
