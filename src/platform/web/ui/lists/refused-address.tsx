import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface RefusedAddressProps {
  /** Why, in words for people: it names a part of the address, and begins with it. */
  readonly reason: string;
  /** A way on: a button or a link. */
  readonly action?: ReactNode;
}

/** In place of a list that the address asks for and can't have. */
export function RefusedAddress({ reason, action }: RefusedAddressProps) {
  return (
    <EmptyState
      title="This address asks for something that isn’t there"
      text={<span className="inline-block first-letter:uppercase">{reason}</span>}
      action={action}
    />
  );
}
