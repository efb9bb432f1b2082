import { useQueryClient } from '@tanstack/react-query';
import type { Person } from '../../../../identity/person.ts';
import { Problem } from '../../../../platform/contract/problems.ts';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { signInExpired } from '../../problems.ts';
import { beginSession, type Proof, restoreAccount } from '../session.ts';
import { afterSignInMs, useWelcome } from './use-welcome.ts';

const isProblem = (error: unknown, code: string): error is Problem =>
  error instanceof Problem && error.code === code;

/** Asks whether a deleted account is meant to be restored; throws what the server said if not. */
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
        // The question stood there for longer than the proof is good.
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

/** Ends a sign-in: begins the session of its proof, welcomes the person, and leads them on. */
export function useLeadIn(): (proof: Proof, entrance: Entrance) => Promise<void> {
  const begin = useBeginSession();
  const welcome = useWelcome();

  return async (proof, { to, greeting = 'Welcome back' }) => {
    const { displayName } = await begin(proof);
    await welcome({ text: `${greeting}, ${displayName}!`, to, afterMs: afterSignInMs });
  };
}
