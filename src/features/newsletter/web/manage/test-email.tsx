import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { sendTestLetter } from '../../contract/manage.ts';

/** Sends an e-mail to the owner, and shows the mail server's answer. */
export function TestEmail({ canSend }: { readonly canSend: boolean }) {
  const queries = useQueryClient();
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async () => {
    setSentTo(undefined);
    setFailure(undefined);
    try {
      setSentTo((await call(queries, sendTestLetter, {})).body.to);
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
  });

  if (!canSend) {
    return (
      <p className="mt-6 max-w-measure text-sm text-soft">
        A test email can be sent once SMTP_URL and MAIL_FROM are set.
      </p>
    );
  }
  return (
    <div className="mt-6 grid gap-3">
      <div>
        <Button aria-disabled={isPending} onClick={run}>
          {isPending ? 'Sending...' : 'Send me a test email'}
        </Button>
      </div>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <p role="status" className="text-sm text-soft wrap-anywhere">
        {sentTo !== undefined && `The mail server accepted an email to ${sentTo}.`}
      </p>
    </div>
  );
}
