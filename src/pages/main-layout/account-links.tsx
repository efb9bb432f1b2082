import { Link, NavLink } from 'react-router';
import { mayUse, type Person } from '../../identity/person.ts';
import { useReturnLink } from '../../identity/web/origin.ts';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { smallestOf } from '../../platform/text/own-picture.ts';
import { type Personal, reader, textFor } from '../../platform/web/personal/personal.ts';
import { Slot } from '../../platform/web/personal/slot.tsx';
import { Button, ButtonLink, type Looks } from '../../platform/web/ui/button.tsx';
import { PersonPhoto } from '../../platform/web/ui/pictures/person-photo.tsx';
import { showToast } from '../../platform/web/ui/toasts/toasts.tsx';
import { useFocusSuccessor } from '../../platform/web/ui/use-focus-successor.ts';
import { useSingleFlight } from '../../platform/web/use-single-flight.ts';
import { useLogOut } from '../log-out.ts';
import { useMenu } from './use-menu.ts';

export function LogOutButton({ look, size = 'small' }: Looks) {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const logOut = useLogOut();
  const { isPending, run } = useSingleFlight(async () => {
    try {
      await logOut();
    } catch {
      // The session still exists: show the member as signed in.
      void showToast({ text: 'Logging out did not work. Please try again.', tone: 'bad' });
    }
  });

  const button = useFocusSuccessor('a');

  return (
    <Button ref={button} look={look} size={size} aria-disabled={isPending} onClick={run}>
      Log Out
    </Button>
  );
}

const hasPhoto = reader('has-photo', ({ photoURL }: Person) => photoURL !== null);
const photoOf = reader('photo', ({ photoURL }: Person) => smallestOf(photoURL ?? ''));
const accountLabelOf = reader(
  'account-label',
  ({ displayName }: Person) => `Your account, ${displayName}`,
);

const isStaff = reader('is-staff', (person: Person) => mayUse('staff', person));

const accountMenuId = 'account-menu';
const menuLinkClass =
  'flex min-h-11 items-center px-4 hover:text-accent aria-[current=page]:text-accent';

/** Menu of the member's own pages. A native popover, like the mobile menu. */
function AccountMenu({ person }: { readonly person: Personal<Person> }) {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const menu = useMenu();

  return (
    <nav
      ref={menu}
      id={accountMenuId}
      popover="auto"
      aria-label="Your account"
      className="account-menu no-print"
    >
      <NavLink viewTransition to={paths.myWriting.to()} className={menuLinkClass}>
        My writing
      </NavLink>
      <NavLink viewTransition to={paths.following.to()} className={menuLinkClass}>
        Following
      </NavLink>
      <NavLink viewTransition to={paths.history.to()} className={menuLinkClass}>
        Reading history
      </NavLink>
      <NavLink viewTransition end to={paths.account.to()} className={menuLinkClass}>
        Account
      </NavLink>
      <Slot of={person} is={isStaff} about={undefined}>
        {(isSo) =>
          isSo && (
            <NavLink viewTransition to={paths.manage.to()} className={menuLinkClass}>
              Manage
            </NavLink>
          )
        }
      </Slot>
    </nav>
  );
}

/** The viewer's photo, which opens the account menu, or a generic icon. */
export function Avatar() {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const viewer = useViewer();
  if (viewer.status !== 'signed-in') {
    return (
      <img
        src="/images/avatar.svg"
        alt="Not signed in"
        width={32}
        height={32}
        className="size-8 rounded-full bg-sunk"
      />
    );
  }
  const { person } = viewer;
  return (
    <>
      <button
        type="button"
        popoverTarget={accountMenuId}
        aria-label={textFor(person, accountLabelOf)}
        className="avatar-button -m-1.5 cursor-pointer rounded-full p-1.5"
      >
        <Slot of={person} is={hasPhoto} about={undefined}>
          {(isThere) => (
            <PersonPhoto photo={isThere ? textFor(person, photoOf) : null} size={32} isAsGiven />
          )}
        </Slot>
      </button>
      <AccountMenu person={person} />
    </>
  );
}

/** The right end of the header on wide windows. */
export function AccountLinks() {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const viewer = useViewer();
  const { query, state } = useReturnLink();
  if (viewer.status === 'signed-in') return <LogOutButton />;
  return (
    <>
      <Link
        viewTransition
        to={paths.signUp.to(query)}
        state={state}
        rel="nofollow"
        className="inline-flex min-h-target items-center text-sm font-semibold hover:text-accent"
      >
        Sign Up
      </Link>
      <ButtonLink
        look="primary"
        size="small"
        to={paths.signIn.to(query)}
        state={state}
        rel="nofollow"
      >
        Sign In
      </ButtonLink>
    </>
  );
}

/** The foot of the mobile menu. */
export function MenuAccountLinks() {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const viewer = useViewer();
  const { query, state } = useReturnLink();
  if (viewer.status === 'signed-in') return <LogOutButton />;
  return (
    <>
      <ButtonLink look="primary" to={paths.signIn.to(query)} state={state} rel="nofollow">
        Sign In
      </ButtonLink>
      <ButtonLink to={paths.signUp.to(query)} state={state} rel="nofollow">
        Sign Up
      </ButtonLink>
    </>
  );
}
