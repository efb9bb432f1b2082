import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { safeReturnPath } from '../../../../identity/session/return-path.ts';
import { useReturnPath } from '../../../../identity/web/origin.ts';
import { call } from '../../../../platform/web/api.ts';
import { buttonClass } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { signInFailed } from '../../contract/problems.ts';
import { finishSignIn } from '../../contract/sessions.ts';
import { accountMessageOf } from '../account-messages.ts';
import { type ProviderAnswer, reasonOf, takeAnswer } from '../hash-values.ts';
import { useCompleteSignIn } from '../sign-in/use-complete-sign-in.ts';
import { readInvite, useInvite } from '../sign-in/use-invite.ts';

interface ExternalSignInProps {
  /** Host of the provider. */
  readonly at: string;
  /** Requests the provider's sign-up page, if it has one. */
  readonly isNew?: boolean;
}

function startUrl(to: string, invite: string | undefined, prompt?: 'create' | 'login'): string {
  const values = { to, ...(invite && { invite }), ...(prompt && { prompt }) };
  return `/identity/start?${new URLSearchParams(values)}`;
}

/** Redirects to the external provider, and processes its response on the page that it redirects back to. */
export function ExternalSignIn({ at, isNew = false }: ExternalSignInProps) {
  const queries = useQueryClient();
  const to = useReturnPath();
  const invite = useInvite();
  const leadIn = useCompleteSignIn();
  const [failure, setFailure] = useState<string>();
  const hasBegun = useRef(false);

  async function arrive(answer: ProviderAnswer): Promise<void> {
    try {
      if (!answer.code) throw reasonOf(answer, signInFailed)();
      const { body } = await call(queries, finishSignIn, { body: { code: answer.code } });
      const { email, idToken } = body;
      await leadIn(
        { user: { email }, idToken, invite: body.invite },
        { to: safeReturnPath(body.to), greeting: 'Welcome' },
      );
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  }

  const begin = useEffectEvent(() => {
    // React's strict mode runs effects twice, and a response can be taken once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const answer = takeAnswer('provider');
    if (answer) void arrive(answer);
    // Replaces this page in the history: otherwise Back would return here, and so to the provider again.
    else window.location.replace(startUrl(to, readInvite(), isNew ? 'create' : undefined));
  });
  useEffect(() => begin(), []);

  return (
    <div className="grid justify-items-start gap-6">
      <ScriptNote todo="sign in" />
      {failure === undefined ? (
        <p className="text-soft">
          Accounts of this site are kept by <strong className="font-semibold">{at}</strong>.
        </p>
      ) : (
        <ErrorNote>{failure}</ErrorNote>
      )}
      <a
        href={startUrl(to, invite, failure === undefined ? undefined : 'login')}
        className={buttonClass({ look: 'primary' })}
      >
        {failure === undefined ? `Continue to ${at}` : 'Try again'}
      </a>
    </div>
  );
}
