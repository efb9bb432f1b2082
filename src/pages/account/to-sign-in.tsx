import { Link } from 'react-router';
import { returnQueryOf, useReturnPath } from '../../identity/web/origin.ts';
import { paths } from '../../paths.ts';
import { textLink } from '../../platform/web/ui/text-link.ts';

/** The link to Sign In for a visitor who has an account, with the page that they wanted. */
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
