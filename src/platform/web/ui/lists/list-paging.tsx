import { ButtonLink } from '../button.tsx';

interface ListPagingProps {
  /** Cursor of the page; empty for the first. */
  readonly cursor: string;
  readonly nextCursor: string | null;
  readonly to: (cursor: string) => string;
}

/** Links to the next page of a list and back to the first. */
export function ListPaging({ cursor, nextCursor, to }: ListPagingProps) {
  if (!cursor && !nextCursor) return null;
  return (
    <nav key={cursor} aria-label="Pages" className="mt-8 flex flex-wrap gap-4">
      {cursor && <ButtonLink to={to('')}>To the beginning</ButtonLink>}
      {nextCursor && (
        <ButtonLink rel="next" to={to(nextCursor)}>
          More
        </ButtonLink>
      )}
    </nav>
  );
}
