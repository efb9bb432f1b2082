import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { textLink } from '../../../../platform/web/ui/text-link.ts';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { confirmEmail } from '../../email-contract.ts';
import { accountMessageOf } from '../account-messages.ts';
import { myAccountQuery } from '../account-queries.ts';
import { linkToken } from '../hash-values.ts';
import { followSession } from '../session.ts';

/** Gives the account its new address by the link that led here; it waits for a press, as programs open links too. */
export function ConfirmEmailForm() {
  const queries = useQueryClient();
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    try {
      const { body } = await call(queries, confirmEmail, { body: { token: linkToken() } });
      setEmail(body.email);
      void queries.invalidateQueries({ queryKey: myAccountQuery().queryKey });
      await followSession(queries).catch(() => {});
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  });

  if (email !== undefined) {
    return (
      <p role="status" className="wrap-anywhere">
        Thank you. From now on you sign in with <strong className="font-semibold">{email}</strong>.
      </p>
    );
  }
  return (
    <form method="dialog" onSubmit={run} className="grid gap-6">
      <ScriptNote todo="confirm your address" />
      {failure !== undefined && (
        <ErrorNote>
          {failure}{' '}
          <Link to={paths.account.to()} className={textLink}>
            Your account
          </Link>{' '}
          sends a new one.
        </ErrorNote>
      )}
      <SubmitButton isPending={isPending} pendingLabel="Confirming...">
        Use this address
      </SubmitButton>
    </form>
  );
}
