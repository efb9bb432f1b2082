import { useEffect, useRef } from 'react';
import {
  accentProperties,
  contrastMin,
  lowestContrast,
  type Theme,
} from '../../../platform/site/accent.ts';
import { isHexColour } from '../../../platform/site/colour.ts';
import { buttonClass } from '../../../platform/web/ui/button.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { reasonAgainstAccent } from '../contract/settings-text.ts';

interface ColourProps {
  readonly theme: Theme;
  readonly value: string;
}

interface ColourFieldProps extends ColourProps {
  readonly label: string;
  readonly onValue: (value: string) => void;
}

/** The contrast ratio of a colour, as a sentence. */
function ratioOf(theme: Theme, value: string): string | undefined {
  if (!isHexColour(value)) return undefined;
  const ratio = Math.floor(lowestContrast(theme, value) * 100) / 100;
  return `Contrast ${ratio} to 1; ${contrastMin} is needed.`;
}

/** A sample of a page in one theme with the chosen colour. */
function Preview({ theme, value }: ColourProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    // An illegible colour isn't previewed: the previous one stays.
    if (!current || reasonAgainstAccent(theme, value) !== undefined) return;
    // Set by script: the policy forbids inline style attributes.
    for (const [name, colour] of Object.entries(accentProperties(theme, value))) {
      current.style.setProperty(name, colour);
    }
  }, [theme, value]);
  return (
    <div
      ref={box}
      // The contrast text says the same.
      aria-hidden="true"
      className={`${theme} grid justify-items-start gap-2 border border-rule bg-paper p-4 text-ink`}
    >
      <p className="font-display text-xl font-medium">
        A title <span className="text-accent">under the pointer</span>
      </p>
      <p className="bg-accent-wash px-1 text-sm text-accent">What is marked</p>
      <span className={buttonClass({ look: 'primary', size: 'small' })}>Act here</span>
    </div>
  );
}

/** The accent colour of one theme: typed or picked, previewed at once, refused if its contrast is too low. */
export function ColourField({ theme, label, value, onValue }: ColourFieldProps) {
  const colour = value.trim().toLowerCase();
  const error = reasonAgainstAccent(theme, colour);
  return (
    // The samples of both themes stand in one line, whatever is said above them.
    <div className="row-span-2 grid grid-rows-subgrid gap-y-3">
      <div className="grid grid-cols-[1fr_auto] items-start gap-3">
        <TextField
          label={label}
          name={`accent-${theme}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={value}
          onChange={({ target }) => onValue(target.value)}
          hint={error === undefined ? ratioOf(theme, colour) : undefined}
          error={error}
        />
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={isHexColour(colour) ? colour : '#000000'}
          onChange={({ target }) => onValue(target.value)}
          className="mt-7 h-11 w-14 cursor-pointer rounded-sm border border-rule-strong bg-raised p-1"
        />
      </div>
      <Preview theme={theme} value={colour} />
    </div>
  );
}
