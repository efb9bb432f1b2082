import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { TextField } from '../../../../platform/web/ui/forms/field.tsx';
import { PasswordField } from '../../../../platform/web/ui/forms/password-field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { typedPasswordSchema } from '../../contract/account-text.ts';
import { changeEmail, changeEmailSchema } from '../../contract/email.ts';
import { UsernameForManagers } from '../account-fields.tsx';
import { accountMessageOf, fieldMessageOf } from '../account-messages.ts';
import { identitySettingsQuery } from '../account-queries.ts';

interface ChangeEmailFormProps {
  readonly email: string;
  /** False for a person who has only signed in with Google. */
  readonly hasPassword: boolean;
}

type Typed = z.input<typeof changeEmailSchema>;
const knownPasswordSchema = changeEmailSchema.extend({ password: typedPasswordSchema });
const empty: Typed = { email: '', password: '' };

/** The field that a refusal is about; undefined where it is about neither. */
function fieldOf(error: unknown): keyof Typed | undefined {
  if (!(error instanceof Problem)) return undefined;
  if (error.code === 'wrong-password') return 'password';
  const isAboutEmail = error.code === 'email-taken' || error.code === 'email-unchanged';
  return isAboutEmail ? 'email' : undefined;
}

/** Requests another address, which takes effect once the link in the e-mail to it is opened. */
export function ChangeEmailForm(props: ChangeEmailFormProps) {
  const { data: settings } = useQuery(identitySettingsQuery());
  if (settings?.mail) return <AskForLink {...props} />;
  return (
    <p className="text-soft">
      Your email address can’t be changed on this site. It stays{' '}
      <span className="wrap-anywhere">{props.email}</span>.
    </p>
  );
}

function AskForLink({ email, hasPassword }: ChangeEmailFormProps) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, reset, setError, formState } = useForm<Typed>({
    resolver: zodResolver(hasPassword ? knownPasswordSchema : changeEmailSchema),
    defaultValues: empty,
  });
  const { errors } = formState;

  async function ask(body: z.output<typeof changeEmailSchema>): Promise<void> {
    setFailure(undefined);
    setSentTo(undefined);
    try {
      await call(queries, changeEmail, { body });
      reset(empty);
      setSentTo(body.email);
    } catch (error) {
      const message = accountMessageOf(error);
      const field = fieldOf(error);
      if (field) setError(field, { message }, { shouldFocus: true });
      else setFailure(message);
    }
  }

  const { isPending, run } = useSingleFlight(handleSubmit(ask));

  return (
    <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <UsernameForManagers email={email} />
      <TextField
        label="New email"
        type="email"
        autoComplete="off"
        required
        hint="We send a link to this address. When you open it, we also notify your current address."
        error={fieldMessageOf(errors.email?.message)}
        {...register('email')}
      />
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          required
          error={fieldMessageOf(errors.password?.message)}
          {...register('password')}
        />
      )}
      <p role="status" className="text-good empty:hidden wrap-anywhere">
        {sentTo !== undefined &&
          `We sent an email to ${sentTo}. Your address stays as it is until you open the link in it.`}
      </p>
      <div>
        <SubmitButton look="outline" isPending={isPending} pendingLabel="Sending...">
          Change email
        </SubmitButton>
      </div>
    </form>
  );
}
