import { ResetPasswordForm } from '../../features/account/web/sign-in/reset-password-form.tsx';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';
import { ToSignIn } from './to-sign-in.tsx';

function ResetPasswordPage() {
  return (
    <>
      <PageHeading lead="You will be logged out everywhere, and sign in with the new one.">
        Choose a new password
      </PageHeading>
      <ResetPasswordForm />
      <ToSignIn question="Remembered it?" />
    </>
  );
}

export const page = definePage(paths.resetPassword, {
  component: ResetPasswordPage,
  head: () => ({
    title: 'New Password',
    description: 'Choose a new password for your account.',
  }),
});
