import { z } from 'zod';

/** Most characters of an address that people give; browsers and servers agree on no more. */
export const webUrlMax = 2_048;

const base = 'http://site.invalid';
// Browsers drop some of these and turn a backslash into a slash, so the address they open isn't the one that was read.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const treacherous = /[\u0000-\u0020\u007F-\u00A0\u2028\u2029\\]/u;

const mustStart = 'must start with https://, http:// or a single /.';

function reasonAgainst(text: string): string | undefined {
  if (text.length > webUrlMax) return `can have at most ${webUrlMax} characters.`;
  if (!text.isWellFormed() || treacherous.test(text)) {
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

/** True for an address on another site; only meaningful where `isWebUrl` is true. */
export function isForeignUrl(url: string): boolean {
  return !url.startsWith('/');
}

/** Where the site's own pictures lie, all of them and nothing else: what answers there does nothing but send a file. */
const pictureFolder = 'images';

/** A segment of a path that names a file or a folder, in whatever spelling, and can't lead elsewhere. */
function isPlainName(segment: string): boolean {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    return false;
  }
  // A remaining percent sign would mean something else to a program that decodes twice.
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
 * True for an address that a picture may be loaded from: any of another site, and of this one those in its folder of
 * pictures. A browser asks for a picture by itself and with the reader's cookies, so no other address of the site, such
 * as the one that signs people out, may be given out as a picture.
 */
export function isPictureUrl(text: string): boolean {
  return reasonAgainstPicture(text) === undefined;
}

/** The address of a picture as it may leave: null where an older version of the site let in what is none. */
export function shownPicture(url: string | null): string | null {
  return url !== null && isPictureUrl(url) ? url : null;
}

interface PictureUrlRule {
  /** What the field is called in messages, such as `Image URL`. */
  readonly name: string;
}

/** A picture's address that a person gives: trimmed, at most 2,048 characters, without credentials, as `isPictureUrl`. */
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
