import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api.ts';
import { useLinkToken } from '../../../../platform/web/link-token.ts';
import { PressForm } from '../../../../platform/web/ui/forms/press-form.tsx';
import { confirmEmail } from '../../contract/email.ts';
import { accountMessageOf } from '../account-messages.ts';
import { myAccountQuery } from '../account-queries.ts';
import { followSession } from '../session.ts';
import { newAddressLink } from './new-link.ts';

/** Changes the account's address by the link's token. */
export function ConfirmEmailForm() {
  const queries = useQueryClient();
  const linkToken = useLinkToken();

  async function confirm() {
    const { body } = await call(queries, confirmEmail, { body: { token: linkToken() } });
    void queries.invalidateQueries({ queryKey: myAccountQuery().queryKey });
    void followSession(queries).catch(() => {});
    return {
      heading: 'Thank you',
      text: (
        <>
          From now on you sign in with <strong className="font-semibold">{body.email}</strong>.
        </>
      ),
    };
  }

  return (
    <PressForm
      heading="Your new email address"
      lead="One press, and your account has this address."
      todo="confirm your address"
      submitLabel="Use this address"
      pendingLabel="Confirming..."
      onPress={confirm}
      messageOf={accountMessageOf}
      newLink={newAddressLink}
    />
  );
}
