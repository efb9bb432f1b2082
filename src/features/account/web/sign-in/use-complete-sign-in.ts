import { useQueryClient } from '@tanstack/react-query';
import type { Person } from '../../../../identity/person.ts';
import { Problem } from '../../../../platform/contract/problems.ts';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { signInExpired } from '../../contract/problems.ts';
import { beginSession, type Proof, restoreAccount } from '../session.ts';
import { afterSignInMs, useWelcome } from './use-welcome.ts';

const isProblem = (error: unknown, code: string): error is Problem =>
  error instanceof Problem && error.code === code;

/** Starts a session; for a deleted account, asks first whether to restore it, and rethrows if the person declines. */
function useBeginSession(): (proof: Proof) => Promise<Person> {
  const queries = useQueryClient();
  const { ask } = useDialogs();

  return async (proof) => {
    try {
      return await beginSession(queries, proof);
    } catch (error) {
      if (!isProblem(error, 'account-deleted')) throw error;
      const isMeant = await ask({
        title: 'Call your account back?',
        text: `${error.message} Your blogs, comments and wishes come back where they were.`,
        confirmLabel: 'Yes, call it back!',
        cancelLabel: 'Leave it deleted',
      });
      if (!isMeant) throw error;
      return restoreAccount(queries, proof).catch((cause: unknown) => {
        // The dialog was open for longer than the proof is valid.
        throw isProblem(cause, 'not-signed-in') ? signInExpired({ cause }) : cause;
      });
    }
  };
}

interface Entrance {
  /** Path of this site. */
  readonly to: string;
  readonly greeting?: 'Welcome' | 'Welcome back';
}

/** Completes a sign-in: starts the session, welcomes the person, and navigates on. */
export function useCompleteSignIn(): (proof: Proof, entrance: Entrance) => Promise<void> {
  const begin = useBeginSession();
  const welcome = useWelcome();

  return async (proof, { to, greeting = 'Welcome back' }) => {
    const { displayName } = await begin(proof);
    await welcome({ text: `${greeting}, ${displayName}!`, to, afterMs: afterSignInMs });
  };
}
