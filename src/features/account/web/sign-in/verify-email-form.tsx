import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { verifyEmail } from '../../contract.ts';
import { accountMessageOf } from '../account-messages.ts';
import { myAccountQuery } from '../account-queries.ts';
import { linkToken } from '../hash-values.ts';

/** Confirms an address by the link that led here. It waits for a press: programs that read mail open links too. */
export function VerifyEmailForm() {
  const queries = useQueryClient();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    try {
      await call(queries, verifyEmail, { body: { token: linkToken() } });
      setIsConfirmed(true);
      void queries.invalidateQueries({ queryKey: myAccountQuery().queryKey });
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  });

  if (isConfirmed) return <p role="status">Thank you. Your email address is confirmed.</p>;
  return (
    <form method="dialog" onSubmit={run} className="grid gap-6">
      <ScriptNote todo="confirm your address" />
      {failure !== undefined && (
        <ErrorNote>
          {failure} <Link to={paths.account.to()}>Your account</Link> sends a new one.
        </ErrorNote>
      )}
      <SubmitButton isPending={isPending} pendingLabel="Confirming...">
        Confirm my address
      </SubmitButton>
    </form>
  );
}
