export interface SecurityHeadersOptions {
  /** A page, an API reply, a file such as a script, or a picture that others may show, as readers of a feed do. */
  readonly kind: 'page' | 'api' | 'asset' | 'picture';
  /** Whether the site's own URL is https. */
  readonly isHttps: boolean;
  /** Base64 SHA-256 hashes of the page's inline scripts. */
  readonly scriptHashes?: readonly string[];
  /** Origins of video players that the page may embed in frames. */
  readonly players?: readonly string[];
}

/** Two years. No `includeSubDomains`: the site doesn't decide for other names of its domain. */
const strictTransport = 'max-age=63072000';

/** Features of the Permissions Policy that the site doesn't use. */
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
/** Features that an embedded player needs. */
const playing: ReadonlySet<string> = new Set(['autoplay', 'encrypted-media', 'picture-in-picture']);

function permissionsFor(players: readonly string[]): string {
  const origins = players.map((origin) => `"${origin}"`).join(' ');
  return (
    permissions
      .map((feature) => `${feature}=(${playing.has(feature) ? origins : ''})`)
      // Only the site's own pages may create and use passkeys, no frame of another site.
      .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
      .join(', ')
  );
}

function pagePolicy({ isHttps, scriptHashes = [], players = [] }: SecurityHeadersOptions): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    // The editor's preview is rendered in a worker.
    "worker-src 'self'",
    "style-src 'self'",
    // Blogs show pictures from any site. On https, `upgrade-insecure-requests` makes browsers load `http:` pictures by
    // https, so that no part of a page is transferred unencrypted.
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

/** The security headers of a reply, with names in lower case. */
export function securityHeaders(options: SecurityHeadersOptions): Record<string, string> {
  const isPage = options.kind === 'page';
  return {
    'content-security-policy': isPage
      ? pagePolicy(options)
      : "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': options.kind === 'picture' ? 'cross-origin' : 'same-origin',
    ...(isPage && {
      // Google's sign-in opens a popup that needs access to its opener.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': permissionsFor(options.players ?? []),
    }),
    ...(options.isHttps && { 'strict-transport-security': strictTransport }),
  };
}
