import { Link } from 'react-router';
import { VerifyEmailForm } from '../../features/account/web/sign-in/verify-email-form.tsx';
import { paths } from '../../paths.ts';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage } from '../define-page.ts';

function VerifyEmailPage() {
  return (
    <>
      <VerifyEmailForm />
      <p className="mt-8 text-soft">
        Not an account of yours?{' '}
        <Link viewTransition to={paths.forgotPassword.to()} className={textLink}>
          Choose a new password
        </Link>{' '}
        instead: nobody else gets into it then.
      </p>
    </>
  );
}

export const page = definePage(paths.verifyEmail, {
  component: VerifyEmailPage,
  head: () => ({
    title: 'Confirm Email',
    description: 'Confirm that an email address is yours.',
  }),
});
