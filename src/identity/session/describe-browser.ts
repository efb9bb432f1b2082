/** In order of precedence: most browsers also carry the names of those below them. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Chrome OS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

function nameIn(
  list: readonly (readonly [name: string, mark: RegExp])[],
  text: string,
): string | undefined {
  return list.find(([, mark]) => mark.test(text))?.[0];
}

/** `Firefox on Windows`, from known names in a user agent; never any of its own text. */
export function describeBrowser(userAgent: string | undefined): string {
  const browser = nameIn(browsers, userAgent ?? '') ?? 'A browser';
  const system = nameIn(systems, userAgent ?? '');
  return system ? `${browser} on ${system}` : browser;
}
