import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api.ts';
import { useLinkToken } from '../../../../platform/web/link-token.ts';
import { PressForm } from '../../../../platform/web/ui/forms/press-form.tsx';
import { verifyEmail } from '../../contract/sessions.ts';
import { accountMessageOf } from '../account-messages.ts';
import { myAccountQuery } from '../account-queries.ts';
import { newAddressLink } from './new-link.ts';

/** Verifies an address by the link's token. */
export function VerifyEmailForm() {
  const queries = useQueryClient();
  const linkToken = useLinkToken();

  async function confirm() {
    await call(queries, verifyEmail, { body: { token: linkToken() } });
    void queries.invalidateQueries({ queryKey: myAccountQuery().queryKey });
    return { heading: 'Thank you', text: 'Your email address is confirmed.' };
  }

  return (
    <PressForm
      heading="Confirm your email"
      lead="One press confirms that our emails reach you."
      todo="confirm your address"
      submitLabel="Confirm my address"
      pendingLabel="Confirming..."
      onPress={confirm}
      messageOf={accountMessageOf}
      newLink={newAddressLink}
    />
  );
}
