import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useReturnPath } from '../../../../identity/web/origin.ts';
import { call } from '../../../../platform/web/api.ts';
import { useSiteSettings } from '../../../../platform/web/site-settings.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { useIsHydrated } from '../../../../platform/web/use-is-hydrated.ts';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { beginPasskeySignIn, signInWithPasskey } from '../../contract/factors.ts';
import { accountMessageOf } from '../account-messages.ts';
import { identitySettingsQuery } from '../account-queries.ts';
import { useCompleteSignIn } from '../sign-in/use-complete-sign-in.ts';
import { askForPasskey, canUsePasskeys } from './passkey-ceremony.ts';

/** Signs in with a passkey alone; not rendered where the site's address or the browser doesn't support passkeys. */
export function PasskeyButton() {
  const queries = useQueryClient();
  const { data: settings } = useQuery(identitySettingsQuery());
  const { siteUrl } = useSiteSettings();
  const to = useReturnPath();
  const leadIn = useCompleteSignIn();
  const isHydrated = useIsHydrated();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async () => {
    setFailure(undefined);
    try {
      const { body: options } = await call(queries, beginPasskeySignIn, {});
      const credential = await askForPasskey(options, siteUrl);
      const { body: proof } = await call(queries, signInWithPasskey, { body: { credential } });
      await leadIn(proof, { to });
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  });

  if (settings?.passkeys !== 'on' || (isHydrated && !canUsePasskeys())) return null;
  return (
    <div className="mt-3 grid gap-3 noscript:hidden">
      <Button aria-disabled={isPending} onClick={run} className="w-full">
        <KeyRound size={18} aria-hidden="true" />
        {isPending ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
      </Button>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
    </div>
  );
}
