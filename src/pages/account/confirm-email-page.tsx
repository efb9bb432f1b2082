import { ConfirmEmailForm } from '../../features/account/web/sign-in/confirm-email-form.tsx';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';

function ConfirmEmailPage() {
  return (
    <>
      <PageHeading lead="One press, and your account has this address.">
        Your new email address
      </PageHeading>
      <ConfirmEmailForm />
    </>
  );
}

export const page = definePage(paths.confirmEmail, {
  component: ConfirmEmailPage,
  head: () => ({
    title: 'New Email Address',
    description: 'Confirm the new email address of your account.',
  }),
});
