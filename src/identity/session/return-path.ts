const base = 'http://site.invalid';
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to refuse them.
const unsafeCharacters = /[\u0000-\u0020\u007F\\]/u;
const accountPages = /^\/(?:account\/|login(?:[/?#]|$)|identity\/|logout|jwt)/i;

function isLocal(path: string): boolean {
  return (
    path.startsWith('/') &&
    !path.startsWith('//') &&
    !unsafeCharacters.test(path) &&
    URL.canParse(path, base) &&
    new URL(path, base).origin === base
  );
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The redirect target after a sign-in: a page of this site, except those of signing in and out; `/` otherwise. */
export function safeReturnPath(path: string | null | undefined): string {
  if (!path || !isLocal(path)) return '/';
  const { pathname, search, hash } = new URL(path, base);
  const plain = decoded(pathname);
  // A decoded blank is harmless, such as in a search; a second slash or a backslash isn't.
  if (plain === undefined || !isLocal(plain.replaceAll(' ', '+'))) return '/';
  return accountPages.test(plain) ? '/' : `${pathname}${search}${hash}`;
}
