import { useQueryClient } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { isTokenMissing, useLinkToken } from '../../../platform/web/link-token.ts';
import { PressForm } from '../../../platform/web/ui/forms/press-form.tsx';
import type { NewLink } from '../../../platform/web/ui/forms/refused-link.tsx';
import { confirmationNotValid, confirmSubscription } from '../contract/subscriptions.ts';
import { newsletterBoxId } from './newsletter-box.tsx';
import { WayHome } from './way-home.tsx';

const newLink: NewLink = {
  isFor: (error) => isTokenMissing(error) || confirmationNotValid.is(error),
  to: `${paths.home.to()}#${newsletterBoxId}`,
  label: 'Subscribe again',
};

/** Confirms a subscription by the link's token. */
export function ConfirmSubscriptionForm() {
  const queries = useQueryClient();
  const linkToken = useLinkToken();

  async function confirm() {
    await call(queries, confirmSubscription, { body: { token: linkToken() } });
    return { heading: 'Thank you', text: 'The next newsletter comes to you.' };
  }

  return (
    <PressForm
      heading="Confirm your subscription"
      lead="One press, and the newsletter comes to your address."
      todo="confirm your subscription"
      submitLabel="Confirm my subscription"
      pendingLabel="Confirming..."
      onPress={confirm}
      messageOf={errorMessageOf}
      newLink={newLink}
      wayOn={<WayHome />}
    />
  );
}
