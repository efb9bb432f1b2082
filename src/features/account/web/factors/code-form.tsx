import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { TextField } from '../../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { recoveryCodeForm, timeCodeForm } from '../../contract/factors.ts';

interface CodeFormProps {
  readonly kind: 'code' | 'recovery-code';
  readonly isPending: boolean;
  /** Why the sent code was refused. */
  readonly error: string | undefined;
  readonly onCode: (code: string) => Promise<void>;
  readonly submitLabel?: string;
}

const schemas = {
  code: z.object({ code: timeCodeForm.shape.code }),
  'recovery-code': z.object({ code: recoveryCodeForm.shape.recoveryCode }),
};

const fields = {
  code: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows now.',
    inputMode: 'numeric',
    // Lets browsers and systems fill in received codes.
    autoComplete: 'one-time-code',
  },
  'recovery-code': {
    label: 'Recovery code',
    hint: 'One of the ten that you kept. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/** A form with a single field for a code. */
export function CodeForm({
  kind,
  isPending,
  error,
  onCode,
  submitLabel = 'Continue',
}: CodeFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm<{ code: string }>({
    resolver: zodResolver(schemas[kind]),
    defaultValues: { code: '' },
  });

  // The form is shown at the person's request.
  useEffect(() => setFocus('code'), [setFocus]);

  async function send({ code }: { readonly code: string }): Promise<void> {
    await onCode(code);
    // The form is still shown: the code was refused.
    setFocus('code', { shouldSelect: true });
  }

  return (
    <form method="dialog" noValidate onSubmit={handleSubmit(send)} className="grid gap-6">
      <TextField
        {...fields[kind]}
        required
        spellCheck={false}
        autoCapitalize="none"
        error={formState.errors.code?.message ?? error}
        {...register('code')}
      />
      <SubmitButton isPending={isPending} pendingLabel="Checking...">
        {submitLabel}
      </SubmitButton>
    </form>
  );
}
