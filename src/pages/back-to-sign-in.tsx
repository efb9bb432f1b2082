import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { textLink } from '../platform/web/ui/text-link.ts';

/** The way back for whoever remembers the password after all. */
export function BackToSignIn() {
  return (
    <p className="mt-8 text-soft">
      Remembered it?{' '}
      <Link viewTransition to={paths.signIn.to()} className={textLink}>
        Sign In
      </Link>
    </p>
  );
}
