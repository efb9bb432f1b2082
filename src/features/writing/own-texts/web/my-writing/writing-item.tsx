import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';

interface WritingItemProps {
  readonly title: string;
  /** Target of the title's link; undefined for plain text. */
  readonly to?: string;
  /** Facts about the text, one phrase each. */
  readonly facts: readonly ReactNode[];
  /** What failed, in plain language. */
  readonly trouble?: string | null;
  /** Link preview, shown below the text on demand. */
  readonly card?: ReactNode;
  /** An optional request to the author. */
  readonly wish?: ReactNode;
  /** Further actions. */
  readonly children: ReactNode;
}

/** Most code points of a title in messages. */
export const glimpseMax = 60;

const titleClass = 'inline-block py-1 wrap-anywhere';

/** A text in one of the member's lists. */
export function WritingItem(props: WritingItemProps) {
  const { title, to, facts, trouble, wish, card, children } = props;
  const [hasCard, setHasCard] = useState(false);
  const name = title === '' ? 'Untitled' : title;
  return (
    <li className="border-b border-rule py-5 sm:flex sm:flex-wrap sm:items-start sm:justify-between sm:gap-x-8">
      <div className="min-w-0 sm:flex-1">
        <h2 className="font-display text-xl font-medium">
          {to === undefined ? (
            <span dir="auto" className={titleClass}>
              {name}
            </span>
          ) : (
            <Link
              viewTransition
              to={to}
              data-item
              dir="auto"
              className={`${titleClass} hover:text-accent`}
            >
              {name}
            </Link>
          )}
        </h2>
        <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts hold no state and keep their order.
            <li key={index}>{fact}</li>
          ))}
        </ul>
        {wish && <p className="mt-1 text-sm text-soft">{wish}</p>}
        {trouble != null && <p className="mt-2 text-sm font-semibold text-bad">{trouble}</p>}
      </div>
      <div className="mt-3 flex shrink-0 flex-wrap gap-x-5 sm:mt-0">
        {card && (
          <Button
            size="small"
            look="plain"
            aria-label={`Card of “${shorten(title, glimpseMax) || 'Untitled'}”`}
            aria-expanded={hasCard}
            onClick={() => setHasCard(!hasCard)}
          >
            Card
          </Button>
        )}
        {children}
      </div>
      {hasCard && <div className="mt-4 basis-full">{card}</div>}
    </li>
  );
}
