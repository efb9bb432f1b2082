import { type ComponentProps, useState } from 'react';
import { control, FieldFrame, type FieldProps, useFieldAttributes } from './field.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'>, FieldProps {
  /** Tells password managers which password to offer. */
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password field with its label and a button that shows the password; other properties are passed to the `input`. */
export function PasswordField({ label, hint, error, className = '', ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const ties = useFieldAttributes({ label, hint, error, id: rest.id });
  return (
    <FieldFrame id={ties.id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...rest}
          {...ties}
          type={isShown ? 'text' : 'password'}
          className={`${control} min-h-11 pr-20 ${className}`}
        />
        <button
          type="button"
          aria-controls={ties.id}
          onClick={() => setIsShown(!isShown)}
          className="noscript:hidden absolute inset-y-0 right-0 min-w-16 cursor-pointer rounded-sm px-3 text-sm font-semibold text-soft hover:text-accent"
        >
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only"> password</span>
        </button>
      </div>
    </FieldFrame>
  );
}
