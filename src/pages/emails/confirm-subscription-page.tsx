import { ConfirmSubscriptionForm } from '../../features/newsletter/web/confirm-subscription-form.tsx';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';

function ConfirmSubscriptionPage() {
  return (
    <>
      <PageHeading lead="One press, and the newsletter comes to your address.">
        Confirm your subscription
      </PageHeading>
      <ConfirmSubscriptionForm />
    </>
  );
}

export const page = definePage(paths.confirmSubscription, {
  component: ConfirmSubscriptionPage,
  head: () => ({
    title: 'Confirm Subscription',
    description: 'Confirm that you wish to get the newsletter.',
  }),
});
