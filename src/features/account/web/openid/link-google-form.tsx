import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Problem } from '../../../../platform/contract/problems.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { PasswordField } from '../../../../platform/web/ui/forms/password-field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { typedPasswordSchema } from '../../contract/account-text.ts';
import { UsernameForManagers } from '../account-fields.tsx';
import { accountMessageOf, fieldMessageOf } from '../account-messages.ts';
import { useSecondStep } from '../factors/second-step-gate.tsx';
import { useCompleteSignIn } from '../sign-in/use-complete-sign-in.ts';
import type { PasswordNeeded } from './google-sign-in.ts';

const schema = z.object({ password: typedPasswordSchema });

interface LinkGoogleFormProps {
  readonly needed: PasswordNeeded;
  readonly onCancel: () => void;
}

/** Asks for the password of the account with Google's address, and links the two. */
export function LinkGoogleForm({ needed, onCancel }: LinkGoogleFormProps) {
  const leadIn = useCompleteSignIn();
  const askSecondStep = useSecondStep();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<z.input<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  });

  async function link({ password }: z.output<typeof schema>): Promise<void> {
    setFailure(undefined);
    try {
      const linked = await needed.link(password);
      if ('secondStep' in linked) {
        askSecondStep({ ...linked.secondStep, to: needed.to });
        return;
      }
      await leadIn(linked, { to: needed.to });
    } catch (error) {
      const message = accountMessageOf(error);
      const isWrong = error instanceof Problem && error.code === 'wrong-password';
      if (isWrong) setError('password', { message }, { shouldFocus: true });
      else setFailure(message);
    }
  }

  const { isPending, run } = useSingleFlight(handleSubmit(link));

  return (
    <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
      <p>
        There is an account for <strong className="font-semibold">{needed.email}</strong> already.
        Enter its password once, and you can log in with Google from now on.
      </p>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <UsernameForManagers email={needed.email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={fieldMessageOf(formState.errors.password?.message)}
        {...register('password')}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isPending={isPending} pendingLabel="Joining...">
          Join accounts
        </SubmitButton>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
