export interface SecurityHeadersOptions {
  /** A page for people, a reply of the API, or a file such as a script or an image. */
  readonly kind: 'page' | 'api' | 'asset';
  /** Whether the site's own URL is https. */
  readonly isHttps: boolean;
  /** Of the scripts that stand in the page itself: base64 of each one's SHA-256. */
  readonly scriptHashes?: readonly string[];
  /** Origins whose pages this one may show in a frame, where they may play. */
  readonly players?: readonly string[];
}

/** Two years. Other names under the same domain are not this site's to decide about. */
const strictTransport = 'max-age=63072000';

/** Every feature of the Permissions Policy that a blog has no use for. */
const permissions = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
/** Those that a player in a frame needs. */
const playing: ReadonlySet<string> = new Set(['autoplay', 'encrypted-media', 'picture-in-picture']);

function permissionsFor(players: readonly string[]): string {
  const origins = players.map((origin) => `"${origin}"`).join(' ');
  return (
    permissions
      .map((feature) => `${feature}=(${playing.has(feature) ? origins : ''})`)
      // Passkeys are made and shown by the site's own pages, by no other's in a frame.
      .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
      .join(', ')
  );
}

function pagePolicy({ isHttps, scriptHashes = [], players = [] }: SecurityHeadersOptions): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    // The editor's preview is rendered beside the page.
    "worker-src 'self'",
    "style-src 'self'",
    // Blogs show pictures from wherever their authors found them. On https, browsers ask for a plain `http:` one by
    // https, as the last of these lines tells them; nothing of a page travels where others can read or change it.
    `img-src 'self' https:${isHttps ? '' : ' http:'} data:`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(players.length > 0 ? [`frame-src ${players.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The security headers of a reply, names in lower case. */
export function securityHeaders(options: SecurityHeadersOptions): Record<string, string> {
  const isPage = options.kind === 'page';
  return {
    'content-security-policy': isPage
      ? pagePolicy(options)
      : "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isPage && {
      // The window that Google's sign-in opens has to reach back.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': permissionsFor(options.players ?? []),
    }),
    ...(options.isHttps && { 'strict-transport-security': strictTransport }),
  };
}
