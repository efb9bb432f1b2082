import { toNfc } from '../../../../platform/text/normal-form.ts';

/** How near a password is to the commonest ones: it is one, or one with something put behind it. */
export type Likeness = 'same' | 'varied';

const letter = /\p{L}/u;

/** What is left when digits and signs at the end are dropped: `dragon` of `dragon2024!`. */
function withoutTail(text: string): string {
  const signs = [...text];
  while (signs.length > 0 && !letter.test(signs.at(-1) ?? '')) signs.pop();
  return signs.join('');
}

/**
 * Compares without regard to case: the site's rules ask for a capital, most people put it first, and attackers know that.
 * `common` is in lower case.
 */
export function likenessOf(password: string, common: ReadonlySet<string>): Likeness | undefined {
  const plain = toNfc(password).toLowerCase();
  if (common.has(plain)) return 'same';
  return common.has(withoutTail(plain)) ? 'varied' : undefined;
}
