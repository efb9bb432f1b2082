import { toNfc } from '../../../../platform/text/normal-form.ts';

/** How a password resembles a common one: the same, or the same with a suffix. */
export type Likeness = 'same' | 'varied';

const letter = /\p{L}/u;

/** Removes digits and symbols at the end: `dragon` of `dragon2024!`. */
function withoutTail(text: string): string {
  const signs = [...text];
  while (signs.length > 0 && !letter.test(signs.at(-1) ?? '')) signs.pop();
  return signs.join('');
}

/**
 * Compares without case: the rules require a capital letter, most people put it first, and attackers know that.
 * `common` is in lower case.
 */
export function likenessOf(password: string, common: ReadonlySet<string>): Likeness | undefined {
  const plain = toNfc(password).toLowerCase();
  if (common.has(plain)) return 'same';
  return common.has(withoutTail(plain)) ? 'varied' : undefined;
}
