import { hasExcessiveMarks, toNfc } from './normal-form.ts';
import { Refused } from './read-value.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to refuse them.
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/u;
/** Characters that no font draws: zero-width characters, Hangul fillers, the empty braille pattern. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;
const directionSigns = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const isHigh = (code: number) => (code & 0xfc00) === 0xd800;
const isLow = (code: number) => (code & 0xfc00) === 0xdc00;

/** Length in code points, so that an emoji counts as one. */
export function lengthOf(text: string): number {
  let pairs = 0;
  for (let index = 1; index < text.length; index += 1) {
    const isPair = isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
    if (isPair) pairs += 1;
  }
  return text.length - pairs;
}

/** Removes bidirectional controls, which would reorder the surrounding text, such as the rest of a subject. */
export function withoutTurns(text: string): string {
  return text.replace(directionSigns, '');
}

/** True if no character is visible: only whitespace and characters that aren't drawn. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

export interface TextRule {
  /** The field's name in messages, such as `Title`. */
  readonly name: string;
  /** Maximum length in code points. */
  readonly max: number;
  /** Accepts text without visible characters as empty. */
  readonly isOptional?: boolean;
}

/**
 * Reads text that a person types: NFC, trimmed, not blank unless optional, at most `max` code points. Refuses control
 * characters and lone surrogates, which can't be stored and shown faithfully.
 */
export function readText({ name, max, isOptional }: TextRule, given: string): string | Refused {
  if (!given.isWellFormed() || forbidden.test(given) || hasExcessiveMarks(given)) {
    return new Refused(`${name} holds characters that can't be used.`);
  }
  const text = toNfc(given).trim();
  if (isBlank(text)) return isOptional ? '' : new Refused(`${name} is required.`);
  if (lengthOf(text) > max) return new Refused(`${name} can have at most ${max} characters.`);
  return text;
}
