import { Link } from 'react-router';
import { paths } from '../paths.ts';

/** The way back for whoever remembers the password after all. */
export function BackToSignIn() {
  return (
    <p className="mt-8 text-soft">
      Remembered it?{' '}
      <Link
        viewTransition
        to={paths.signIn.to()}
        className="font-semibold underline decoration-accent underline-offset-4 hover:text-accent"
      >
        Sign In
      </Link>
    </p>
  );
}
