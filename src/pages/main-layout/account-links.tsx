import { Link } from 'react-router';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { ButtonLink, buttonClass } from '../../platform/web/ui/button.tsx';

async function logOut(): Promise<void> {
  await fetch('/logout', { credentials: 'same-origin' });
  window.location.assign(paths.home.to());
}

function LogOutButton() {
  return (
    <button type="button" onClick={() => void logOut()} className={buttonClass({ size: 'small' })}>
      Log Out
    </button>
  );
}

/** Who one is: the person's photo, or the generic face. */
export function Avatar() {
  const viewer = useViewer();
  const person = viewer.status === 'signed-in' ? viewer.person : undefined;
  return (
    <img
      src={person?.photoURL ?? '/images/avatar.svg'}
      alt={person ? person.displayName : 'Not signed in'}
      width={32}
      height={32}
      referrerPolicy="no-referrer"
      className="size-8 rounded-full bg-sunk object-cover"
    />
  );
}

/** The right end of the header on wide windows. */
export function AccountLinks() {
  const viewer = useViewer();
  if (viewer.status === 'signed-in') return <LogOutButton />;
  return (
    <>
      <Link
        viewTransition
        to={paths.signUp.to()}
        className="inline-flex min-h-9 items-center text-sm font-semibold hover:text-accent"
      >
        Sign Up
      </Link>
      <ButtonLink look="primary" size="small" to={paths.signIn.to()}>
        Sign In
      </ButtonLink>
    </>
  );
}

/** The foot of the mobile menu. */
export function MenuAccountLinks() {
  const viewer = useViewer();
  if (viewer.status === 'signed-in') return <LogOutButton />;
  return (
    <>
      <ButtonLink look="primary" to={paths.signIn.to()}>
        Sign In
      </ButtonLink>
      <ButtonLink to={paths.signUp.to()}>Sign Up</ButtonLink>
    </>
  );
}
