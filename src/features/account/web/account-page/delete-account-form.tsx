import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { PasswordField } from '../../../../platform/web/ui/forms/password-field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { tickClass } from '../../../../platform/web/ui/forms/tick.ts';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { deleteMyAccount } from '../../contract/account-page.ts';
import { deleteAccountSchema, typedPasswordSchema } from '../../contract/account-text.ts';
import { UsernameForManagers } from '../account-fields.tsx';
import { accountMessageOf, fieldMessageOf } from '../account-messages.ts';

interface DeleteAccountFormProps {
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** False for a person who has only signed in with Google. */
  readonly hasPassword: boolean;
  readonly onDeleted: () => Promise<void>;
}

const choices = [
  { value: 'keep', label: 'Keep my blogs, under “Unknown Author”' },
  { value: 'remove', label: 'Remove my blogs too' },
] as const;

/** What is kept under an address goes with the account only if the address is verified. */
const whatGoes = {
  verified:
    'All that others see of you goes at once, your newsletter subscription ends, and messages that you wrote to this site go too.',
  unverified:
    'All that others see of you goes at once. As your email address is not verified, a newsletter subscription and messages to this site under it stay.',
};
const callBack =
  'For 7 days you can call your account back by signing in; after that it is gone for good.';

const knownPasswordSchema = deleteAccountSchema.extend({ password: typedPasswordSchema });

type Typed = z.input<typeof deleteAccountSchema>;

/** Deletes the account, after the password and a confirmation. */
export function DeleteAccountForm({
  email,
  isEmailVerified,
  hasPassword,
  onDeleted,
}: DeleteAccountFormProps) {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<Typed>({
    resolver: zodResolver(hasPassword ? knownPasswordSchema : deleteAccountSchema),
    defaultValues: { password: '', blogs: 'keep' },
  });
  const { errors } = formState;

  async function remove(body: z.output<typeof deleteAccountSchema>): Promise<void> {
    setFailure(undefined);
    const isMeant = await ask({
      title: 'Are you sure?',
      text: `${whatGoes[isEmailVerified ? 'verified' : 'unverified']} ${callBack}`,
      confirmLabel: 'Yes, delete it!',
    });
    if (!isMeant) return;
    try {
      await call(queries, deleteMyAccount, { body });
    } catch (error) {
      const message = accountMessageOf(error);
      const isWrong = error instanceof Problem && error.code === 'wrong-password';
      if (isWrong) setError('password', { message }, { shouldFocus: true });
      else setFailure(message);
      return;
    }
    await onDeleted();
  }

  const { isPending, run } = useSingleFlight(handleSubmit(remove));

  return (
    <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <UsernameForManagers email={email} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-semibold">What happens to your blogs?</legend>
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-target cursor-pointer items-baseline gap-3">
            <input
              type="radio"
              value={value}
              className={`${tickClass} size-5 translate-y-0.5`}
              {...register('blogs')}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {hasPassword && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={fieldMessageOf(errors.password?.message)}
          {...register('password')}
        />
      )}
      <div>
        <SubmitButton look="danger" isPending={isPending} pendingLabel="Deleting...">
          Delete my account
        </SubmitButton>
      </div>
    </form>
  );
}
