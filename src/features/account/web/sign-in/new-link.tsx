import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { textLink } from '../../../../platform/web/ui/text-link.ts';

/** What helps where the link of a letter is good for nothing any more. */
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
