import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { unsubscribe } from '../contract/subscriptions.ts';
import { WayHome } from './way-home.tsx';

interface UnsubscribeFormProps {
  /** The secret of the e-mail's unsubscribe link. */
  readonly token: string;
}

/** Unsubscribes from e-mails of one kind. It requires a press, since mail scanners open links, too. */
export function UnsubscribeForm({ token }: UnsubscribeFormProps) {
  const queries = useQueryClient();
  const [hasEnded, setHasEnded] = useState(false);
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    try {
      await call(queries, unsubscribe, { params: { token } });
      setHasEnded(true);
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
  });

  if (hasEnded) {
    return (
      <>
        <p role="status">You are unsubscribed from these emails.</p>
        <WayHome />
      </>
    );
  }
  return (
    <form method="dialog" onSubmit={run} className="grid gap-6">
      <ScriptNote todo="unsubscribe" />
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <SubmitButton isPending={isPending} pendingLabel="Unsubscribing...">
        Unsubscribe
      </SubmitButton>
    </form>
  );
}
