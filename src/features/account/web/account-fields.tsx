import type { ComponentProps } from 'react';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { PasswordField } from '../../../platform/web/ui/forms/password-field.tsx';
import { passwordMin } from '../contract/account-text.ts';
import { fieldMessageOf } from './account-messages.ts';
import { usePasswordHint } from './password-hint/use-password-hint.ts';

/** The result of a form's `register`, and the field's error. */
interface AccountFieldProps
  extends Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onChange' | 'onBlur'> {
  /** As in a schema's message. */
  readonly error: string | undefined;
}

export function NameField({ error, ...registered }: AccountFieldProps) {
  return (
    <TextField
      label="Your Name"
      autoComplete="name"
      required
      error={fieldMessageOf(error)}
      {...registered}
    />
  );
}

export function PhotoField({ error, ...registered }: AccountFieldProps) {
  return (
    <TextField
      label="Photo URL"
      type="url"
      inputMode="url"
      autoComplete="photo"
      required
      placeholder="https://"
      error={fieldMessageOf(error)}
      {...registered}
    />
  );
}

export function EmailField({ error, ...registered }: AccountFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      required
      error={fieldMessageOf(error)}
      {...registered}
    />
  );
}

interface NewPasswordFieldProps extends AccountFieldProps {
  readonly label?: string;
  /** A sentence after the rules. */
  readonly note?: string;
  /** The field's value, for the hint about it. */
  readonly typed: string;
}

export function NewPasswordField({
  error,
  label = 'New password',
  note = '',
  typed,
  ...registered
}: NewPasswordFieldProps) {
  const warning = usePasswordHint(typed);
  const rules = `At least ${passwordMin} characters, with an uppercase and a lowercase letter.`;
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      required
      hint={
        <>
          {`${rules} ${note}`.trimEnd()}
          <span role="status" className="block font-medium text-ink">
            {warning}
          </span>
        </>
      }
      error={fieldMessageOf(error)}
      {...registered}
    />
  );
}

/** A hidden field by which password managers identify the account. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
