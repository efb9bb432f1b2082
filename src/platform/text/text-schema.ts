import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/u;
const invisible = /[\s\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u00AD]/gu;

/** Length as a person counts: code points, so that an emoji is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** True where a person would see nothing: only spaces and zero-width characters. */
export function isBlank(text: string): boolean {
  return text.replace(invisible, '') === '';
}

interface TextRule {
  /** What the field is called in messages, such as `Title`. */
  readonly name: string;
  /** Most code points. */
  readonly max: number;
}

/**
 * Text that a person types: NFC, trimmed, not blank, at most `max` code points; control characters and lone
 * surrogates are refused, since neither can be stored and shown faithfully.
 */
export function textSchema({ name, max }: TextRule) {
  return z
    .string({ error: `${name} is required.` })
    .refine((text) => text.isWellFormed() && !forbidden.test(text), {
      error: `${name} holds characters that can't be used.`,
      abort: true,
    })
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => !isBlank(text), { error: `${name} is required.`, abort: true })
    .refine((text) => lengthOf(text) <= max, {
      error: `${name} can have at most ${max} characters.`,
    });
}
