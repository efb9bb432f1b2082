import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { forgotPasswordSchema } from '../../contract/account-text.ts';
import { forgotPassword } from '../../contract/sessions.ts';
import { EmailField } from '../account-fields.tsx';
import { accountMessageOf } from '../account-messages.ts';

type Typed = z.input<typeof forgotPasswordSchema>;

/** Requests a reset link; shows the same with and without such an account. */
export function ForgotPasswordForm() {
  const queries = useQueryClient();
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm<Typed>({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  });

  async function send({ email }: Typed): Promise<void> {
    setFailure(undefined);
    try {
      await call(queries, forgotPassword, { body: { email } });
      setSentTo(email);
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  }

  const { isPending, run } = useSingleFlight(handleSubmit(send));

  if (sentTo !== undefined) {
    return (
      <p role="status">
        If there is an account for <strong className="font-semibold">{sentTo}</strong>, an email
        with a link is on its way. The link works once, for 30 minutes.
      </p>
    );
  }
  return (
    <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
      <ScriptNote todo="ask for a new password" />
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <EmailField error={formState.errors.email?.message} {...register('email')} />
      <SubmitButton isPending={isPending} pendingLabel="Sending...">
        Send link
      </SubmitButton>
    </form>
  );
}
