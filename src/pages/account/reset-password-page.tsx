import { ResetPasswordForm } from '../../features/account/web/sign-in/reset-password-form.tsx';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';
import { ToSignIn } from './to-sign-in.tsx';

function ResetPasswordPage() {
  return (
    <>
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
