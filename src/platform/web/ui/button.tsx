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

const sizes: Readonly<Record<ButtonSize, string>> = {
  small: 'min-h-target text-sm',
  regular: 'min-h-11 text-base',
};

const paddings: Readonly<Record<ButtonSize, string>> = { small: 'px-3 py-1', regular: 'px-5 py-2' };

/** The classes of a button (buttons.css), for the rare element that is neither a `Button` nor a `ButtonLink`. */
export function buttonClass({ look = 'outline', size = 'regular' }: Looks = {}): string {
  const padding = look === 'plain' || look === 'quiet' ? '' : paddings[size];
  return `button button-${look} ${sizes[size]} ${padding}`;
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
