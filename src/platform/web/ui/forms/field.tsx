import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldProps {
  readonly label: string;
  /** Help text under the control. */
  readonly hint?: ReactNode;
  /** Why the value can't be used. */
  readonly error?: string | undefined;
}

interface FieldFrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

export const control =
  'w-full rounded-sm border border-rule-strong bg-raised px-3 py-2 text-base text-ink placeholder:text-faint ' +
  'transition-colors hover:border-ink aria-invalid:border-bad ' +
  'disabled:border-rule disabled:bg-sunk disabled:text-faint';

function describedBy(id: string, { hint, error }: FieldProps): string | undefined {
  const ids = [error && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** A control with its label, error and hint. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} data-error-of={label} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-faint text-pretty">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The attributes that connect a control to its label, hint and error. */
export function useFieldAttributes(props: FieldProps & { readonly id?: string | undefined }) {
  const made = useId();
  const id = props.id ?? made;
  return {
    id,
    'aria-invalid': props.error ? true : undefined,
    'aria-describedby': describedBy(id, props),
  } as const;
}

/** A single-line text field with its label; other properties are passed to the `input`. */
export function TextField({
  label,
  hint,
  error,
  className = '',
  ...rest
}: ComponentProps<'input'> & FieldProps) {
  const ties = useFieldAttributes({ label, hint, error, id: rest.id });
  return (
    <FieldFrame id={ties.id} label={label} hint={hint} error={error}>
      <input {...rest} {...ties} className={`${control} min-h-11 ${className}`} />
    </FieldFrame>
  );
}

/** A multi-line text field with its label; other properties are passed to the `textarea`. */
export function TextAreaField({
  label,
  hint,
  error,
  className = '',
  ...rest
}: ComponentProps<'textarea'> & FieldProps) {
  const ties = useFieldAttributes({ label, hint, error, id: rest.id });
  return (
    <FieldFrame id={ties.id} label={label} hint={hint} error={error}>
      <textarea {...rest} {...ties} className={`${control} ${className}`} />
    </FieldFrame>
  );
}

/** A selection list with its label; other properties and the options are passed to the `select`. */
export function SelectField({
  label,
  hint,
  error,
  className = '',
  ...rest
}: ComponentProps<'select'> & FieldProps) {
  const ties = useFieldAttributes({ label, hint, error, id: rest.id });
  return (
    <FieldFrame id={ties.id} label={label} hint={hint} error={error}>
      <div className="relative">
        <select
          {...rest}
          {...ties}
          // Explicit, because browsers report a required field without a selection as invalid.
          aria-invalid={Boolean(error)}
          className={`${control} min-h-11 appearance-none pr-10 ${className}`}
        />
        <ChevronDown
          aria-hidden="true"
          size={16}
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-soft"
        />
      </div>
    </FieldFrame>
  );
}
