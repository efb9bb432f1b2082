import { ButtonLink } from '../../../platform/web/ui/button.tsx';

interface ManagePagingProps {
  /** Where one is: empty at the beginning. */
  readonly place: string;
  /** Addresses; `next` is undefined where there is no more. */
  readonly beginning: string;
  readonly next: string | undefined;
}

/** The way to the rest of a list, and back to its beginning. */
export function ManagePaging({ place, beginning, next }: ManagePagingProps) {
  if (!place && next === undefined) return null;
  return (
    <nav key={place} aria-label="Pages" className="mt-8 flex flex-wrap justify-between gap-4">
      {place && <ButtonLink to={beginning}>To the beginning</ButtonLink>}
      {next !== undefined && (
        <ButtonLink rel="next" to={next} className="ml-auto">
          More
        </ButtonLink>
      )}
    </nav>
  );
}
