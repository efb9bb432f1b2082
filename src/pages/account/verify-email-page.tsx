import { VerifyEmailForm } from '../../features/account/web/sign-in/verify-email-form.tsx';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';

function VerifyEmailPage() {
  return (
    <>
      <PageHeading lead="One press confirms that our emails reach you.">
        Confirm your email
      </PageHeading>
      <VerifyEmailForm />
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
