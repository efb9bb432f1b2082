import { Link } from 'react-router';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../platform/web/ui/script-note.tsx';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage } from '../define-page.ts';
import { LogOutButton } from '../main-layout/account-links.tsx';

/** The page of a link to `/logout`: any text may contain such a link, so following it must not log out. */
function LogOutPage() {
  const isMember = useViewer().status === 'signed-in';
  return (
    <>
      <PageHeading
        lead={
          isMember
            ? 'A link led you here. You stay signed in until you press the button.'
            : undefined
        }
      >
        {isMember ? 'Log out?' : 'You are logged out'}
      </PageHeading>
      <div className="grid justify-items-start gap-6">
        {isMember && (
          <>
            <ScriptNote todo="log out" />
            <LogOutButton look="primary" size="regular" />
          </>
        )}
        <Link viewTransition to={paths.home.to()} className={textLink}>
          Back to Home
        </Link>
      </div>
    </>
  );
}

export const page = definePage(paths.logOut, {
  component: LogOutPage,
  head: () => ({ title: 'Log Out', description: 'Log out of this site.' }),
});
