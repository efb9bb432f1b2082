import { Link } from 'react-router';
import { returnQueryOf, useReturnPath } from '../../identity/web/origin.ts';
import { paths } from '../../paths.ts';
import { textLink } from '../../platform/web/ui/text-link.ts';

/** The way back for a visitor who remembers the password after all. */
export function BackToSignIn() {
  const from = useReturnPath();
  return (
    <p className="mt-8 text-soft">
      Remembered it?{' '}
      <Link viewTransition to={paths.signIn.to(returnQueryOf(from))} className={textLink}>
        Sign In
      </Link>
    </p>
  );
}
