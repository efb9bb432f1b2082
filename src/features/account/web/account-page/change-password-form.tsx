import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { PasswordField } from '../../../../platform/web/ui/forms/password-field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { changePasswordSchema, typedPasswordSchema } from '../../contract/account-text.ts';
import { changePassword } from '../../contract/sessions.ts';
import { NewPasswordField, UsernameForManagers } from '../account-fields.tsx';
import { accountMessageOf, fieldMessageOf } from '../account-messages.ts';
import { myAccountQuery, mySecurityEventsQuery, mySessionsQuery } from '../account-queries.ts';
import { myTokensQuery } from '../tokens/token-queries.ts';
import { useRevokedTokens } from '../tokens/use-revoked-tokens.ts';

interface ChangePasswordFormProps {
  readonly email: string;
  /** False for a person who has only signed in with Google. */
  readonly hasPassword: boolean;
}

type Typed = z.input<typeof changePasswordSchema>;
const knownPasswordSchema = changePasswordSchema.extend({ currentPassword: typedPasswordSchema });
const empty: Typed = { currentPassword: '', newPassword: '' };

/** Sets a new password, which signs out every other browser. */
export function ChangePasswordForm({ email, hasPassword }: ChangePasswordFormProps) {
  const queries = useQueryClient();
  const revokedTokens = useRevokedTokens();
  const [failure, setFailure] = useState<string>();
  const { register, control, handleSubmit, reset, setError, formState } = useForm<Typed>({
    resolver: zodResolver(hasPassword ? knownPasswordSchema : changePasswordSchema),
    defaultValues: empty,
  });
  const { errors } = formState;
  const typed = useWatch({ control, name: 'newPassword' });

  async function change(passwords: z.output<typeof changePasswordSchema>): Promise<void> {
    setFailure(undefined);
    try {
      await call(queries, changePassword, { body: passwords });
      reset(empty);
      void showToast({ text: 'Your password has been changed.' });
      void queries.invalidateQueries({ queryKey: mySessionsQuery().queryKey });
      void queries.invalidateQueries({ queryKey: myTokensQuery().queryKey });
      void queries.invalidateQueries({ queryKey: mySecurityEventsQuery().queryKey });
      void queries.invalidateQueries({ queryKey: myAccountQuery().queryKey });
    } catch (error) {
      const message = accountMessageOf(error);
      const isWrong = error instanceof Problem && error.code === 'wrong-password';
      if (isWrong) setError('currentPassword', { message }, { shouldFocus: true });
      else setFailure(message);
    }
  }

  const { isPending, run } = useSingleFlight(handleSubmit(change));

  return (
    <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <UsernameForManagers email={email} />
      {hasPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          error={fieldMessageOf(errors.currentPassword?.message)}
          {...register('currentPassword')}
        />
      )}
      <NewPasswordField
        note={`Other browsers are logged out. ${revokedTokens}`.trim()}
        typed={typed}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <div>
        <SubmitButton look="outline" isPending={isPending} pendingLabel="Saving...">
          {hasPassword ? 'Change password' : 'Set password'}
        </SubmitButton>
      </div>
    </form>
  );
}
