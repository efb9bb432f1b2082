import type { ComponentProps } from 'react';
import { Button } from '../../../platform/web/ui/button.tsx';
import { TextAreaField, TextField } from '../../../platform/web/ui/forms/field.tsx';

interface OwnFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  /** The default value. */
  readonly standard: string;
  readonly max: number;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly type?: ComponentProps<'input'>['type'];
  /** For a multi-line text. */
  readonly rows?: number;
  readonly onValue: (value: string) => void;
}

/** A text setting, with a button that restores the default. */
export function OwnField({ standard, max, rows, type, onValue, ...field }: OwnFieldProps) {
  const props = {
    ...field,
    maxLength: max,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onValue(target.value),
  };
  return (
    <div className="grid gap-1">
      {rows ? <TextAreaField {...props} rows={rows} /> : <TextField {...props} type={type} />}
      {field.value !== standard && (
        <div>
          <Button
            look="plain"
            size="small"
            aria-label={`Reset to default: ${field.label}`}
            onClick={() => onValue(standard)}
          >
            Reset to default
          </Button>
        </div>
      )}
    </div>
  );
}
