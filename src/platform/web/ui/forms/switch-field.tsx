import { type ComponentProps, type ReactNode, useId } from 'react';
import { tickClass } from './tick.ts';

interface SwitchFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** Help text, or the reason why it is disabled. */
  readonly hint?: ReactNode;
}

/** A checkbox with its label. */
export function SwitchField({ label, hint, ...rest }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={`${tickClass} size-6`}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="inline-block min-h-link font-semibold wrap-anywhere">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-faint text-pretty">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
