/** The value of a cookie in a `Cookie` header; undefined where it isn't there, or is there twice. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const beginning = `${name}=`;
  let value: string | undefined;
  for (const given of (header ?? '').split(';')) {
    const pair = given.trim();
    if (!pair.startsWith(beginning)) continue;
    if (value !== undefined) return undefined;
    value = pair.slice(beginning.length);
  }
  return value;
}

export interface CookieJar {
  /** The name as the browser has it: with a prefix on https. */
  readonly name: string;
  read(header: string | undefined): string | undefined;
  /** The `Set-Cookie` value; `maxAge` in seconds. */
  write(value: string, maxAge: number): string;
  /** The `Set-Cookie` value that removes it. */
  clear(): string;
}

/** A cookie that scripts can't read and other sites' forms don't send; `path` limits it to a part of the site. */
export function cookieJar(plainName: string, siteUrl: string, path = '/'): CookieJar {
  const isSecure = siteUrl.startsWith('https:');
  // Browsers let `__Host-` name cookies of the whole site only.
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  const name = isSecure ? `${prefix}${plainName}` : plainName;
  const rest = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    read: (header) => readCookie(header, name),
    write: (value, maxAge) => `${name}=${value}; Max-Age=${maxAge}; ${rest}`,
    clear: () => `${name}=; Max-Age=0; ${rest}`,
  };
}
