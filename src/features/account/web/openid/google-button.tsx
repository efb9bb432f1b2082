import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReturnPath } from '../../../../identity/web/origin.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { googleNotConfigured } from '../../contract/problems.ts';
import { accountMessageOf } from '../account-messages.ts';
import { identitySettingsQuery } from '../account-queries.ts';
import { useSecondStep } from '../factors/second-step-gate.tsx';
import { useCompleteSignIn } from '../sign-in/use-complete-sign-in.ts';
import { useInvite } from '../sign-in/use-invite.ts';
import {
  askGoogle,
  type GoogleOutcome,
  type PasswordNeeded,
  resumeGoogle,
} from './google-sign-in.ts';

interface GoogleButtonProps {
  /** Called where the address has an account with a password, which must be entered. */
  readonly onPasswordNeeded: (needed: PasswordNeeded) => void;
}

/** Signs in with Google; also processes the response on a page that Google redirected back to. */
export function GoogleButton({ onPasswordNeeded }: GoogleButtonProps) {
  const queries = useQueryClient();
  const { data: settings } = useQuery(identitySettingsQuery());
  const to = useReturnPath();
  const invite = useInvite();
  const { showMessage } = useDialogs();
  const leadIn = useCompleteSignIn();
  const askSecondStep = useSecondStep();
  const [isPending, setIsPending] = useState(false);
  const isOff = settings?.google === false;
  const asking = useRef<AbortController>(undefined);

  /** Awaits an attempt; a later attempt replaces it. */
  async function settle(attempt: Promise<GoogleOutcome | null>): Promise<void> {
    try {
      const outcome = await attempt;
      if (outcome?.kind === 'password-needed') onPasswordNeeded(outcome);
      if (outcome?.kind === 'second-step-needed') {
        askSecondStep({ ...outcome.secondStep, to: outcome.to });
      }
      if (outcome?.kind !== 'signed-in') return;
      setIsPending(true);
      await leadIn(outcome.proof, { to: outcome.to, greeting: 'Welcome' });
    } catch (error) {
      void showMessage({ title: 'Oops...', text: accountMessageOf(error), tone: 'problem' });
    } finally {
      setIsPending(false);
    }
  }

  function logIn(): void {
    if (isPending) return;
    if (isOff) {
      void showMessage({ title: 'Oops...', text: googleNotConfigured.message, tone: 'problem' });
      return;
    }
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setIsPending(true);
    const onWindowClosed = () => setIsPending(false);
    const { signal } = controller;
    void settle(askGoogle(queries, { to, invite, onWindowClosed, signal }));
  }

  const resume = useEffectEvent(() => settle(resumeGoogle(queries)));
  useEffect(() => {
    void resume();
    return () => asking.current?.abort();
  }, []);

  return (
    <Button aria-disabled={isPending} onClick={logIn} className="w-full noscript:hidden">
      <GoogleMark />
      {isPending ? 'Waiting for Google...' : 'Log in with Google'}
    </Button>
  );
}

/** Google's logo in its four colors, as Google's guidelines require. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width={18} height={18} aria-hidden="true">
      <path
        fill="#4285f4"
        d="M46 24.5c0-1.6-.1-3.1-.4-4.5H24v8.6h12.4a10.6 10.6 0 0 1-4.6 7v5.7h7.4C43.5 37.2 46 31.4 46 24.5z"
      />
      <path
        fill="#34a853"
        d="M24 47c6.200 0 11.400-2.100 15.200-5.600l-7.400-5.700a14 14 0 0 1-20.800-7.300H3.400v5.900A23 23 0 0 0 24 47z"
      />
      <path
        fill="#fbbc05"
        d="M11 28.400a13.800 13.800 0 0 1 0-8.800v-5.900H3.400a23 23 0 0 0 0 20.600z"
      />
      <path
        fill="#ea4335"
        d="M24 10.100c3.400 0 6.400 1.200 8.800 3.400l6.500-6.500A23 23 0 0 0 3.400 13.700l7.600 5.900a13.700 13.700 0 0 1 13-9.500z"
      />
    </svg>
  );
}
