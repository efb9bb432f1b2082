import { z } from 'zod';

/** Most characters of an address that people give; browsers and servers agree on no more. */
export const webUrlMax = 2_048;

const base = 'http://site.invalid';
// Browsers drop some of these and turn a backslash into a slash, so the address they open isn't the one that was read.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const treacherous = /[\u0000-\u0020\u007F-\u00A0\u2028\u2029\\]/u;

function reasonAgainst(text: string): string | undefined {
  if (text.length > webUrlMax) return `can have at most ${webUrlMax} characters.`;
  if (!text.isWellFormed() || treacherous.test(text)) {
    return "can't hold spaces, backslashes or control characters.";
  }
  const isSitePath = text.startsWith('/') && !text.startsWith('//');
  if (!isSitePath && !/^https?:\/\//i.test(text)) {
    return 'must start with https://, http:// or a single /.';
  }
  const url = URL.parse(text, base);
  if (!url) return "isn't a valid address.";
  if (isSitePath && url.origin !== base) return 'must start with https://, http:// or a single /.';
  if (url.username || url.password) return "can't hold a user name or password.";
  return undefined;
}

/** True for `http(s)` and site-relative addresses that are safe to link to and to load pictures from. */
export function isWebUrl(text: string): boolean {
  return reasonAgainst(text) === undefined;
}

/** True for an address on another site; only meaningful where `isWebUrl` is true. */
export function isForeignUrl(url: string): boolean {
  return !url.startsWith('/');
}

interface WebUrlRule {
  /** What the field is called in messages, such as `Image URL`. */
  readonly name: string;
}

/** An address that a person gives: trimmed; `http(s)` or a path on this site; at most 2,048 characters; no credentials. */
export function webUrlSchema({ name }: WebUrlRule) {
  return z
    .string({ error: `${name} is required.` })
    .trim()
    .min(1, { error: `${name} is required.`, abort: true })
    .superRefine((text, context) => {
      const reason = reasonAgainst(text);
      if (reason) context.addIssue({ code: 'custom', message: `${name} ${reason}` });
    });
}
