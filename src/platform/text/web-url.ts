import { z } from 'zod';

/** Maximum characters of an address that people enter; browsers and servers don't reliably support more. */
export const webUrlMax = 2_048;

const base = 'http://site.invalid';
// Browsers drop some of these and turn a backslash into a slash, so the address that they open differs from the checked
// one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to refuse them.
const unsafeCharacters = /[\u0000-\u0020\u007F-\u00A0\u2028\u2029\\]/u;

const mustStart = 'must start with https://, http:// or a single /.';

function reasonAgainst(text: string): string | undefined {
  if (text.length > webUrlMax) return `can have at most ${webUrlMax} characters.`;
  if (!text.isWellFormed() || unsafeCharacters.test(text)) {
    return "can't hold spaces, backslashes or control characters.";
  }
  const isSitePath = text.startsWith('/') && !text.startsWith('//');
  if (!isSitePath && !/^https?:\/\//i.test(text)) {
    return mustStart;
  }
  const url = URL.parse(text, base);
  if (!url) return "isn't a valid address.";
  if (isSitePath && url.origin !== base) return mustStart;
  if (url.username || url.password) return "can't hold a user name or password.";
  return undefined;
}

/** True for `http(s)` and site-relative addresses that are safe to link to. */
export function isWebUrl(text: string): boolean {
  return reasonAgainst(text) === undefined;
}

/** True for an address on another site; only meaningful if `isWebUrl` is true. */
export function isForeignUrl(url: string): boolean {
  return !url.startsWith('/');
}

/** The folder of all pictures of the site and of nothing else: requests to it only send files. */
const pictureFolder = 'images';

/** A path segment that names a file or folder in any encoding and can't lead outside. */
function isPlainName(segment: string): boolean {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    return false;
  }
  // Programs that decode twice would interpret a remaining percent sign.
  return name !== '' && name !== '.' && name !== '..' && !/[/\\%]/.test(name);
}

function isInPictureFolder(sitePath: string): boolean {
  const [path = ''] = sitePath.split(/[?#]/, 1);
  const [, folder, ...names] = path.split('/');
  return folder === pictureFolder && names.length > 0 && names.every(isPlainName);
}

function reasonAgainstPicture(text: string): string | undefined {
  const reason = reasonAgainst(text);
  const isElsewhere = reason === undefined && !isForeignUrl(text) && !isInPictureFolder(text);
  return isElsewhere || reason === mustStart
    ? `must start with https://, http:// or /${pictureFolder}/.`
    : reason;
}

/**
 * True for an address that a picture may be loaded from: any address of another site, or the picture folder of this
 * one. Browsers load pictures automatically and with the reader's cookies, so no other address of the site, such as the
 * one that signs people out, may be used as a picture.
 */
export function isPictureUrl(text: string): boolean {
  return reasonAgainstPicture(text) === undefined;
}

/** The address of a picture for output: null for an invalid address stored by an older version. */
export function shownPicture(url: string | null): string | null {
  return url !== null && isPictureUrl(url) ? url : null;
}

interface PictureUrlRule {
  /** The field's name in messages, such as `Image URL`. */
  readonly name: string;
}

/**
 * A picture's address that a person enters: trimmed, at most 2,048 characters, without credentials, accepted by
 * `isPictureUrl`.
 */
export function pictureUrlSchema({ name }: PictureUrlRule) {
  return z
    .string({ error: `${name} is required.` })
    .trim()
    .min(1, { error: `${name} is required.`, abort: true })
    .superRefine((text, context) => {
      const reason = reasonAgainstPicture(text);
      if (reason) context.addIssue({ code: 'custom', message: `${name} ${reason}` });
    });
}
