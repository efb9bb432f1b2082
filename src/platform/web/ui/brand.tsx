import { Link } from 'react-router';
import { paths } from '../../../paths.ts';

/** The site's name, leading home. */
export function Brand() {
  return (
    <Link
      viewTransition
      to={paths.home.to()}
      className="inline-flex items-center gap-3 font-display text-2xl font-semibold tracking-tight whitespace-nowrap"
    >
      <img src="/images/mark.svg" alt="" width={32} height={32} className="size-8" />
      The Content Hub
    </Link>
  );
}
