import { ButtonLink } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';

interface RefusedAddressProps {
  /** The address of the whole list. */
  readonly to: string;
  /** The text of the link to it. */
  readonly label: string;
}

/** Shown in place of a list whose address is invalid. */
export function RefusedAddress({ to, label }: RefusedAddressProps) {
  return (
    <EmptyState
      drawing="signpost"
      title="This address asks for something that isn’t there"
      text="It may be mistyped, cut off or out of date."
      action={<ButtonLink to={to}>{label}</ButtonLink>}
    />
  );
}
