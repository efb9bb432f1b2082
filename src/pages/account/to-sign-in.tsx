import { Link } from 'react-router';
import { returnQueryOf, useReturnPath } from '../../identity/web/origin.ts';
import { paths } from '../../paths.ts';
import { textLink } from '../../platform/web/ui/text-link.ts';

/** Link to Sign In for existing members; keeps the page to return to. */
export function ToSignIn({ question }: { readonly question: string }) {
  const from = useReturnPath();
  return (
    <p className="mt-8 text-soft">
      {question}{' '}
      <Link viewTransition to={paths.signIn.to(returnQueryOf(from))} className={textLink}>
        Sign In
      </Link>
    </p>
  );
}
