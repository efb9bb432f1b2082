import { Link } from 'react-router';
import { countWords } from '../../../../../platform/text/count-words.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { describeHash } from '../../../text-field/web/pictures/undescribed-note.tsx';
import { glimpseMax } from './writing-item.tsx';

interface UndescribedLinkProps {
  /** Number of pictures without alternative text. */
  readonly count: number;
  /** Address of the editor. */
  readonly to: string;
  readonly title: string;
}

/** Link to the first picture of a text without alternative text. */
export function UndescribedLink({ count, to, title }: UndescribedLinkProps) {
  if (count === 0) return null;
  return (
    <Link
      to={to + describeHash}
      // A description instead of part of the name, so that searching by name finds the title's link only.
      aria-description={`In “${shorten(title, glimpseMax) || 'Untitled'}”`}
      className="font-semibold underline decoration-accent underline-offset-4 hover:text-accent"
    >
      {countWords(count, 'picture', 'pictures')} without alternative text
    </Link>
  );
}
