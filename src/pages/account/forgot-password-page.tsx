import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { identitySettingsQuery } from '../../features/account/web/account-queries.ts';
import { ForgotPasswordForm } from '../../features/account/web/sign-in/forgot-password-form.tsx';
import { paths } from '../../paths.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage } from '../define-page.ts';
import { ToSignIn } from './to-sign-in.tsx';

const heading = 'Forgot your password?';
const contactUs = (
  <>
    Please{' '}
    <Link viewTransition to={paths.contact.to()} className={textLink}>
      contact us
    </Link>{' '}
    for a link to choose a new one.
  </>
);
const keptElsewhere = 'This site keeps no passwords. Please ask for a new one where you sign in.';

function ForgotPasswordPage() {
  const { data: settings } = useQuery(identitySettingsQuery());
  const { accountsAt } = useSiteSettings();
  const sendsNone = settings?.mail === false;
  return (
    <>
      {sendsNone ? (
        <PageHeading lead={accountsAt ? keptElsewhere : contactUs}>{heading}</PageHeading>
      ) : (
        <ForgotPasswordForm heading={heading} />
      )}
      <ToSignIn question="Remembered it?" />
    </>
  );
}

export const page = definePage(paths.forgotPassword, {
  component: ForgotPasswordPage,
  queries: () => [identitySettingsQuery()],
  head: () => ({
    title: 'Forgot Password',
    description: 'Ask for a link to choose a new password.',
  }),
});
