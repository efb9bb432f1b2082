import { ButtonLink } from '../../platform/web/ui/button.tsx';
import { EmptyState } from '../../platform/web/ui/lists/empty-state.tsx';

interface RefusedAddressProps {
  /** Why, in words for people. */
  readonly refusal: string;
  /** The same page, asking for nothing. */
  readonly to: string;
}

/** Stands where the address asks for what can't be had. */
export function RefusedAddress({ refusal, to }: RefusedAddressProps) {
  return (
    <EmptyState
      title="This address asks for something that isn’t there"
      text={<span className="inline-block first-letter:uppercase">{refusal}</span>}
      action={<ButtonLink to={to}>Show all of it</ButtonLink>}
    />
  );
}
