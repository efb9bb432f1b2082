import { ConfirmSubscriptionForm } from '../../features/newsletter/web/confirm-subscription-form.tsx';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';

export const page = definePage(paths.confirmSubscription, {
  component: ConfirmSubscriptionForm,
  head: () => ({
    title: 'Confirm Subscription',
    description: 'Confirm that you wish to get the newsletter.',
  }),
});
