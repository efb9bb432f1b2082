import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';

interface WritingItemProps {
  readonly title: string;
  /** Where its title leads, unless nowhere. */
  readonly to?: string;
  /** What is to be known of it, each a phrase. */
  readonly facts: readonly ReactNode[];
  /** What went wrong with it, in words for people. */
  readonly trouble?: string | null;
  /** How a link to it looks; shown below it when somebody asks. */
  readonly card?: ReactNode;
  /** What is asked for, and nobody has to give. */
  readonly wish?: ReactNode;
  /** What can be done with it besides. */
  readonly children: ReactNode;
}

/** Most code points of a title that is told of. */
export const glimpseMax = 60;

const titleClass = 'inline-block py-1 wrap-anywhere';

/** One text in a list of one's writing. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: facts stand in a fixed order.
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
