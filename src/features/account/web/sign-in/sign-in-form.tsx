import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useReturnPath } from '../../../../identity/web/origin.ts';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { PasswordField } from '../../../../platform/web/ui/forms/password-field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { signInSchema } from '../../contract/account-text.ts';
import { signIn } from '../../contract/sessions.ts';
import { EmailField } from '../account-fields.tsx';
import { fieldMessageOf, signInMessageOf } from '../account-messages.ts';
import { useSecondStep } from '../factors/second-step-gate.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

type Typed = z.input<typeof signInSchema>;
type Accepted = z.output<typeof signInSchema>;

/** The field that a refusal is about; undefined where it is about neither. */
function fieldOf(error: unknown): keyof Typed | undefined {
  if (!(error instanceof Problem)) return undefined;
  if (error.code === 'user-not-found') return 'email';
  return error.code === 'wrong-password' ? 'password' : undefined;
}

/** Signs in by e-mail and password, and returns to the previous page. */
export function SignInForm() {
  const queries = useQueryClient();
  const to = useReturnPath();
  const leadIn = useCompleteSignIn();
  const askSecondStep = useSecondStep();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<Typed, unknown, Accepted>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;

  async function logIn(credentials: Accepted): Promise<void> {
    setFailure(undefined);
    try {
      const { body } = await call(queries, signIn, { body: credentials });
      if ('secondStep' in body) {
        askSecondStep({ ...body.secondStep, to });
        return;
      }
      await leadIn(body, { to });
    } catch (error) {
      const field = fieldOf(error);
      const message = signInMessageOf(error);
      if (field) setError(field, { message }, { shouldFocus: true });
      else setFailure(message);
    }
  }

  const { isPending, run } = useSingleFlight(handleSubmit(logIn));

  return (
    // `method="dialog"` keeps the password out of the address if the form is submitted before the script runs.
    <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
      <ScriptNote todo="sign in" />
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <EmailField error={errors.email?.message} {...register('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={fieldMessageOf(errors.password?.message)}
        {...register('password')}
      />
      <SubmitButton isPending={isPending} pendingLabel="Signing in...">
        Login
      </SubmitButton>
    </form>
  );
}
