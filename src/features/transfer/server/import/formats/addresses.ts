/** Path and query of an address, without the host; undefined if it isn't an address. */
function pathOf(address: string, base?: string): string | undefined {
  const url = URL.parse(address.trim(), base ?? 'https://site.invalid/');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname + url.search;
  return path === '/' || path.length > 2_000 ? undefined : path;
}

/** The distinct paths in order. */
export function pathsOf(
  addresses: readonly (string | undefined)[],
  base?: string,
): readonly string[] {
  const paths = addresses.map((one) => (one?.trim() ? pathOf(one, base) : undefined));
  return [...new Set(paths.filter((one) => one !== undefined))];
}

/** Identifies a site in the keys of its texts: its host and path. */
export function siteOf(address: string | undefined): string {
  const url = address ? URL.parse(address) : null;
  return url ? `${url.host}${url.pathname}`.replace(/\/$/, '') : '';
}
