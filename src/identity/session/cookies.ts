/** The value of a cookie in a `Cookie` header; undefined where it is missing or occurs twice. */
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
  /** The full name: with a prefix on https. */
  readonly name: string;
  read(header: string | undefined): string | undefined;
  /** The `Set-Cookie` value; `maxAge` in seconds. */
  write(value: string, maxAge: number): string;
  /** The `Set-Cookie` value that removes it. */
  clear(): string;
}

/** A cookie that is HttpOnly and SameSite=Lax; `path` limits it to a part of the site. */
export function cookieJar(plainName: string, siteUrl: string, path = '/'): CookieJar {
  const isSecure = siteUrl.startsWith('https:');
  // Browsers accept `__Host-` only with `Path=/`.
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
