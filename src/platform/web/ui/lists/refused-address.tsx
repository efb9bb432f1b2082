import { ButtonLink } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';

interface RefusedAddressProps {
  /** The address of the whole list. */
  readonly to: string;
  /** The text of the link to it. */
  readonly label: string;
  /** What is wrong with the address, as a sentence. */
  readonly reason?: string | undefined;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Shown in place of a list whose address is invalid. */
export function RefusedAddress({ to, label, reason = '' }: RefusedAddressProps) {
  return (
    <EmptyState
      drawing="signpost"
      title="This address asks for something that isn’t there"
      text={`${capitalised(reason)} It may be mistyped, cut off or out of date.`.trim()}
      action={<ButtonLink to={to}>{label}</ButtonLink>}
    />
  );
}
