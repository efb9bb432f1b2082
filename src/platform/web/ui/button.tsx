import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router';

/**
 * `primary` is the main action of a screen, `outline` a further one, `danger` a destructive one (red in the
 * confirmation dialog), `plain` an inline text button, `quiet` a secondary one beside a link to the same place.
 */
export type ButtonLook = 'primary' | 'outline' | 'danger' | 'plain' | 'quiet';
export type ButtonSize = 'small' | 'regular';

export interface Looks {
  readonly look?: ButtonLook;
  readonly size?: ButtonSize;
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-sm font-sans font-semibold text-center cursor-pointer ' +
  'transition-[color,background-color,border-color,translate] active:translate-y-px ' +
  'disabled:cursor-default aria-disabled:cursor-default';

const looks: Readonly<Record<ButtonLook, string>> = {
  primary:
    'bg-accent text-on-accent border border-transparent hover:bg-accent-strong active:bg-accent-strong ' +
    'disabled:opacity-60 aria-disabled:opacity-60',
  outline:
    'border border-rule-strong text-ink hover:border-ink hover:bg-sunk active:border-ink active:bg-rule ' +
    'disabled:text-faint disabled:border-rule disabled:hover:bg-transparent',
  danger:
    'border border-rule-strong text-ink hover:border-bad hover:text-bad active:bg-bad active:text-paper ' +
    'in-[.dialog]:border-bad in-[.dialog]:text-bad in-[.dialog]:hover:bg-bad in-[.dialog]:hover:text-paper in-[.dialog]:active:text-paper ' +
    'aria-disabled:opacity-60',
  plain:
    'text-ink underline decoration-accent decoration-[1.5px] underline-offset-[0.3em] ' +
    'hover:text-accent active:text-accent-strong disabled:text-faint disabled:decoration-rule',
  quiet: 'text-soft hover:text-accent active:text-accent-strong disabled:text-faint',
};

const sizes: Readonly<Record<ButtonSize, string>> = {
  small: 'min-h-target text-sm',
  regular: 'min-h-11 text-base',
};

const paddings: Readonly<Record<ButtonSize, string>> = { small: 'px-3 py-1', regular: 'px-5 py-2' };

/** The classes of a button, for the rare element that is neither a `Button` nor a `ButtonLink`. */
export function buttonClass({ look = 'outline', size = 'regular' }: Looks = {}): string {
  const padding = look === 'plain' || look === 'quiet' ? '' : paddings[size];
  return `${base} ${looks[look]} ${sizes[size]} ${padding}`;
}

/** A button; `type="button"` by default. */
export function Button({ look, size, className = '', ...rest }: ComponentProps<'button'> & Looks) {
  return (
    <button type="button" {...rest} className={`${buttonClass({ look, size })} ${className}`} />
  );
}

/** A link within the site that looks like a button. */
export function ButtonLink({ look, size, className = '', ...rest }: LinkProps & Looks) {
  return (
    <Link viewTransition {...rest} className={`${buttonClass({ look, size })} ${className}`} />
  );
}
