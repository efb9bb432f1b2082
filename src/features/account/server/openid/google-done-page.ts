import { escapeHtml } from '../../../../platform/text/escape.ts';

/**
 * Reports the outcome to the page that opened the popup, and closes the popup. Every tab of the site can read the
 * channel.
 */
export const doneScript = `const values = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);
const name = values.get('channel');
if (name) {
  const channel = new BroadcastChannel('google-sign-in:' + name);
  channel.postMessage({ code: values.get('code'), problem: values.get('problem') });
  channel.close();
}
close();
`;

/** The popup's last page, with a single script. */
export const donePage = {
  htmlOf: (siteName: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>Sign in with Google | ${escapeHtml(siteName)}</title>
<script src="/identity/google/done.js" defer></script>
</head>
<body><p>You can close this window and go back to ${escapeHtml(siteName)}.</p></body>
</html>
`,
  headers: {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    // Google's pages use the same value: another one would separate the popup from its opener and prevent it from
    // closing.
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
} as const;
