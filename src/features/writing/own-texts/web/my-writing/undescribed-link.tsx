import { Link } from 'react-router';
import { countWords } from '../../../../../platform/text/count-words.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { describeHash } from '../../../text-field/web/pictures/undescribed-note.tsx';
import { glimpseMax } from './writing-item.tsx';

interface UndescribedLinkProps {
  /** Pictures without alternative text. */
  readonly count: number;
  /** Where one writes them. */
  readonly to: string;
  readonly title: string;
}

/** Leads to the first picture of a text that nobody has put into words. */
export function UndescribedLink({ count, to, title }: UndescribedLinkProps) {
  if (count === 0) return null;
  return (
    <Link
      to={to + describeHash}
      // Not of its name, by which people find the link that the title is.
      aria-description={`In “${shorten(title, glimpseMax) || 'Untitled'}”`}
      className="font-semibold underline decoration-accent underline-offset-4 hover:text-accent"
    >
      {countWords(count, 'picture', 'pictures')} without alternative text
    </Link>
  );
}
