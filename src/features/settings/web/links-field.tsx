import { useId } from 'react';
import type { SiteLink } from '../../../platform/site/own-settings.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { linksMax, settingMax } from '../contract/settings-text.ts';
import type { FormErrors } from './form-values.ts';

interface LinksFieldProps {
  readonly name: 'social' | 'footerLinks';
  readonly label: string;
  /** Describes the default links. */
  readonly asMade: string;
  readonly value: readonly SiteLink[] | null;
  readonly errors: FormErrors;
  readonly onValue: (value: readonly SiteLink[] | null) => void;
}

const empty: SiteLink = { label: '', url: '' };

/** A list of links, or the default ones. */
export function LinksField({ name, label, asMade, value, errors, onValue }: LinksFieldProps) {
  const id = useId();
  const links = value ?? [];
  const change = (index: number, part: Partial<SiteLink>) =>
    onValue(links.map((link, at) => (at === index ? { ...link, ...part } : link)));

  return (
    <fieldset id={id} tabIndex={-1} className="grid gap-4" aria-describedby={`${id}-hint`}>
      <legend className="text-sm font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-faint text-pretty">
        {value === null
          ? asMade
          : 'Each begins with https:// or is mailto: and an address. Without any, nothing is shown.'}
      </p>
      {errors[name] && (
        <p id={`${id}-error`} data-error-of={label} role="alert" className="text-sm text-bad">
          {errors[name]}
        </p>
      )}
      {links.map((link, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a link has no id, and a key from its text would remount the field at each keystroke.
          key={index}
          aria-label={`Link ${index + 1}`}
          className="grid items-start gap-3 sm:grid-cols-[2fr_3fr_auto]"
        >
          <TextField
            label="Name"
            value={link.label}
            maxLength={settingMax.label}
            error={errors[`${name}.${index}.label`]}
            onChange={({ target }) => change(index, { label: target.value })}
          />
          <TextField
            label="Address"
            type="url"
            value={link.url}
            error={errors[`${name}.${index}.url`]}
            onChange={({ target }) => change(index, { url: target.value })}
          />
          <Button
            look="danger"
            className="sm:mt-7"
            aria-label={`Remove link ${index + 1}`}
            onClick={() => onValue(links.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        {links.length < linksMax && (
          <Button size="small" onClick={() => onValue([...links, empty])}>
            Add a link
          </Button>
        )}
        {value !== null && (
          <Button size="small" look="plain" onClick={() => onValue(null)}>
            Reset to default
          </Button>
        )}
      </div>
    </fieldset>
  );
}
