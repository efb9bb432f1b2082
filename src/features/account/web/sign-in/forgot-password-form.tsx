import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { PageHeading } from '../../../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { forgotPasswordSchema } from '../../contract/account-text.ts';
import { forgotPassword } from '../../contract/sessions.ts';
import { EmailField } from '../account-fields.tsx';
import { accountMessageOf } from '../account-messages.ts';

type Typed = z.input<typeof forgotPasswordSchema>;

interface ForgotPasswordFormProps {
  readonly heading: string;
}

/** The page's heading, and a form that requests a reset link; shows the same with and without such an account. */
export function ForgotPasswordForm({ heading }: ForgotPasswordFormProps) {
  const queries = useQueryClient();
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm<Typed>({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  });

  async function send({ email }: Typed): Promise<void> {
    setFailure(undefined);
    setSentTo(undefined);
    try {
      await call(queries, forgotPassword, { body: { email } });
      setSentTo(email);
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  }

  const { isPending, run } = useSingleFlight(handleSubmit(send));

  const isSent = sentTo !== undefined;

  return (
    <>
      <PageHeading
        lead={
          isSent ? undefined : 'Tell us your address, and we send you a link to choose a new one.'
        }
      >
        {heading}
      </PageHeading>
      <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
        <ScriptNote todo="ask for a new password" />
        {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
        {isSent && (
          <div role="status" className="grid gap-3">
            <p className="wrap-anywhere">
              If there is an account for <strong className="font-semibold">{sentTo}</strong>, an
              email with a link is on its way. The link works once, for 30 minutes.
            </p>
            <p className="text-soft">
              Nothing there after a few minutes? Look in your spam folder, check the address below,
              and send it again.
            </p>
          </div>
        )}
        <EmailField error={formState.errors.email?.message} {...register('email')} />
        <SubmitButton
          look={isSent ? 'outline' : 'primary'}
          isPending={isPending}
          pendingLabel="Sending..."
        >
          {isSent ? 'Send again' : 'Send link'}
        </SubmitButton>
      </form>
    </>
  );
}
