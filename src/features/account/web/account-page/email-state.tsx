import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { sendVerification } from '../../contract/sessions.ts';
import { accountMessageOf } from '../account-messages.ts';
import { identitySettingsQuery } from '../account-queries.ts';

interface EmailStateProps {
  readonly email: string;
  readonly isVerified: boolean;
}

/** The account's address, and whether it is verified. */
export function EmailState({ email, isVerified }: EmailStateProps) {
  const queries = useQueryClient();
  const { data: settings } = useQuery(identitySettingsQuery());

  const { isPending, run } = useSingleFlight(async () => {
    try {
      await call(queries, sendVerification, {});
      void showToast({ text: 'We sent you an email with a link.' });
    } catch (error) {
      void showToast({ text: accountMessageOf(error), tone: 'bad' });
    }
  });

  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="w-full text-sm text-faint">You are logged in as</span>
      <span className="font-medium wrap-anywhere">{email}</span>
      {isVerified && <span className="text-sm text-good">Verified</span>}
      {!isVerified && settings?.mail && (
        <>
          <span className="text-sm text-faint">Not verified yet</span>
          <Button
            look="plain"
            size="small"
            aria-disabled={isPending}
            onClick={run}
            className="noscript:hidden"
          >
            Send verification
          </Button>
        </>
      )}
    </p>
  );
}
