import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface WritingItemProps {
  readonly title: string;
  /** Where its title leads. */
  readonly to: string;
  /** What is to be known of it, each a phrase. */
  readonly facts: readonly ReactNode[];
  /** What went wrong with it, in words for people. */
  readonly trouble?: string | null;
  /** What can be done with it besides. */
  readonly children: ReactNode;
}

export function countText(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;
}

/** One text in a list of one's writing. */
export function WritingItem({ title, to, facts, trouble, children }: WritingItemProps) {
  return (
    <li className="border-b border-rule py-5 sm:flex sm:items-start sm:justify-between sm:gap-8">
      <div className="min-w-0">
        <h2 className="font-display text-xl font-medium">
          <Link
            viewTransition
            to={to}
            data-item
            dir="auto"
            className="inline-block py-1 wrap-anywhere hover:text-accent"
          >
            {title === '' ? 'Untitled' : title}
          </Link>
        </h2>
        <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts stand in a fixed order.
            <li key={index}>{fact}</li>
          ))}
        </ul>
        {trouble != null && <p className="mt-2 text-sm font-semibold text-bad">{trouble}</p>}
      </div>
      <div className="mt-3 flex shrink-0 flex-wrap gap-x-5 sm:mt-0">{children}</div>
    </li>
  );
}
