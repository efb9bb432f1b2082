import { useQueryClient } from '@tanstack/react-query';
import type { Person } from '../../../identity/person.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { signInExpired } from '../problems.ts';
import { beginSession, callBackAccount, type Proof } from './session.ts';

const isProblem = (error: unknown, code: string): error is Problem =>
  error instanceof Problem && error.code === code;

/**
 * Begins the session of a proof. Where the account was deleted, it asks whether to call it back, and throws what the
 * server said if not.
 */
export function useBeginSession(): (proof: Proof) => Promise<Person> {
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
      return callBackAccount(queries, proof).catch((cause: unknown) => {
        // The question stood there for longer than the proof is good.
        throw isProblem(cause, 'not-signed-in') ? signInExpired({ cause }) : cause;
      });
    }
  };
}
