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
  /** Why the code that was sent can't be used. */
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
    // Browsers and systems fill it in from where codes arrive.
    autoComplete: 'one-time-code',
  },
  'recovery-code': {
    label: 'Recovery code',
    hint: 'One of the ten that you kept. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/** One field for one code. */
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

  // Shown because it was asked for.
  useEffect(() => setFocus('code'), [setFocus]);

  async function send({ code }: { readonly code: string }): Promise<void> {
    await onCode(code);
    // Still there: what was sent can't be used.
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
