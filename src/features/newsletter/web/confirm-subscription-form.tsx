import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { useLinkToken } from '../../../platform/web/link-token.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { confirmationNotValid, confirmSubscription } from '../contract/subscriptions.ts';
import { WayHome } from './way-home.tsx';

/** Confirms a subscription by the link's token. It requires a press, since mail scanners open links, too. */
export function ConfirmSubscriptionForm() {
  const queries = useQueryClient();
  const linkToken = useLinkToken();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isUsedUp, setUsedUp] = useState(false);

  const { isPending, run } = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    try {
      await call(queries, confirmSubscription, { body: { token: linkToken() } });
      setIsConfirmed(true);
    } catch (error) {
      setFailure(errorMessageOf(error));
      setUsedUp(confirmationNotValid.is(error));
    }
  });

  if (isConfirmed) {
    return (
      <>
        <p role="status">Thank you. The next newsletter comes to you.</p>
        <WayHome />
      </>
    );
  }
  return (
    <form method="dialog" onSubmit={run} className="grid gap-6">
      <ScriptNote todo="confirm your subscription" />
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      {isUsedUp ? (
        <WayHome />
      ) : (
        <SubmitButton isPending={isPending} pendingLabel="Confirming...">
          Confirm my subscription
        </SubmitButton>
      )}
    </form>
  );
}
