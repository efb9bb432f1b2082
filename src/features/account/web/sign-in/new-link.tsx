import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { textLink } from '../../../../platform/web/ui/text-link.ts';

/** Where to get a new link in place of an expired or used one. */
export function NewLink() {
  return (
    <>
      <Link to={paths.account.to()} className={textLink}>
        Your account
      </Link>{' '}
      sends a new one.
    </>
  );
}
