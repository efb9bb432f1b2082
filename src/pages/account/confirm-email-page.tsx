import { ConfirmEmailForm } from '../../features/account/web/sign-in/confirm-email-form.tsx';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';

export const page = definePage(paths.confirmEmail, {
  component: ConfirmEmailForm,
  head: () => ({
    title: 'New Email Address',
    description: 'Confirm the new email address of your account.',
  }),
});
