import type { IncomingHttpHeaders } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { isNavigation, ownPagesOnly } from './cross-site.ts';

const site = 'https://blog.example.org';
const refused = expect.objectContaining({ code: 'foreign-origin', status: 403 });

/** The three checks of a site, and the log lines that they write. */
function asker(goesByAnyName = false, siteUrl = site) {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const own = ownPagesOnly({ siteUrl, goesByAnyName });
  return {
    lines,
    change: (headers: IncomingHttpHeaders) => own.assertSameSite({ headers, log }),
    navigate: (headers: IncomingHttpHeaders) => own.assertOwnNavigation({ headers, log }),
    script: (headers: IncomingHttpHeaders) => own.assertOwnScript({ headers, log }),
  };
}

test.each([
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://blog.example.org' },
])('a change is allowed with the headers %o', (headers) => {
  expect(() => asker(false, `${site}/`).change(headers)).not.toThrow();
});

const foreign: readonly IncomingHttpHeaders[] = [
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: site },
  { 'sec-fetch-site': '' },
  { origin: 'null' },
  { origin: 'http://blog.example.org' },
  { origin: 'https://blog.example.org:444' },
  { origin: 'https://blog.example.org.evil.example' },
  { origin: 'https://evil.example, https://blog.example.org' },
  { origin: 'https://blog.example.org/' },
  { origin: 'blob:https://blog.example.org/1' },
  { host: 'blog.example.org', referer: `${site}/` },
];

test.each(foreign)(
  'a change is refused with the headers %o, with the address of the site in the message',
  (headers) => {
    expect(() => asker().change(headers)).toThrow(refused);
    expect(() => asker().change(headers)).toThrow(site);
    expect(() => asker(true).change({ host: 'blog.lan:3000', ...headers })).toThrow(refused);
  },
);

test.each([
  { host: 'blog.lan:3000', origin: 'http://blog.lan:3000' },
  { host: '192.168.1.7:3000', origin: 'http://192.168.1.7:3000' },
  { host: '[fd00::7]:3000', origin: 'http://[fd00::7]:3000' },
  { host: 'BLOG.lan', origin: 'http://blog.lan' },
  { host: 'blog.lan', origin: 'https://blog.lan', 'x-forwarded-proto': 'https' },
])(
  'without a configured address, the site accepts the host name of the request, as in %o',
  (headers) => {
    const { change, navigate, lines } = asker(true, 'http://localhost:3000');
    expect(() => change(headers)).not.toThrow();
    const { origin, ...rest } = headers;
    expect(() => navigate({ ...rest, referer: `${origin}/a` })).not.toThrow();
    expect(lines).toEqual([]);
    // A configured address is the only one that is accepted.
    expect(() => asker().change(headers)).toThrow(refused);
  },
);

test.each([
  { host: 'blog.lan', origin: 'http://evil.example' },
  { host: 'blog.lan', origin: 'http://blog.lan:81' },
  { host: 'blog.lan', origin: 'https://blog.lan' },
  { host: 'x@blog.lan', origin: 'http://blog.lan' },
  { host: 'blog.lan/?', origin: 'http://blog.lan' },
  { host: 'blog.lan', origin: 'http://blog.lan', 'sec-fetch-site': 'cross-site' },
])('without a configured address, a change from another origin is refused: %o', (headers) => {
  expect(() => asker(true, 'http://localhost:3000').change(headers)).toThrow(refused);
});

test('each foreign origin is logged once, and at most ten are logged', () => {
  const { change, lines } = asker();
  for (const name of [...'aabbcdefghijklmn']) {
    expect(() => change({ host: name, origin: `http://${name}` })).toThrow(refused);
  }
  expect(lines).toHaveLength(10);
  expect(lines[0]).toContain('http://a ');
  expect(lines[0]).toContain('SITE_URL');
  expect(lines[0]).toContain(site);
});

test('a request that the browser marks as cross-site is refused without a log line', () => {
  const { change, lines } = asker();
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(() => change(headers)).toThrow(refused);
  expect(lines).toEqual([]);
});

test.each([
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
  { origin: site },
  { referer: `${site}/All-blogs`, accept: 'application/json' },
  { referer: `${site}/All-blogs`, accept: 'text/html,application/xhtml+xml,image/avif' },
])('a navigation to a change is allowed with the headers %o', (headers) => {
  expect(() => asker().navigate(headers)).not.toThrow();
});

test.each([
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
  { origin: site },
  { referer: `${site}/All-blogs`, accept: 'application/json' },
])('a script of the site may request a change with the headers %o', (headers) => {
  expect(isNavigation(headers)).toBe(false);
  expect(() => asker().script(headers)).not.toThrow();
});

test.each([
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' },
  { referer: `${site}/blog/1`, accept: 'text/html,application/xhtml+xml,image/avif' },
  { origin: site, accept: 'application/xhtml+xml, Text/HTML' },
])(
  'a navigation is refused where only a script may request the change, with the headers %o',
  (headers) => {
    expect(isNavigation(headers)).toBe(true);
    expect(() => asker().script(headers)).toThrow(refused);
  },
);

test('Sec-Fetch-Site: none is refused where only a script may request the change', () => {
  expect(() => asker().script({ 'sec-fetch-site': 'none' })).toThrow(refused);
});

const partsOfPages = [
  ...['image', 'iframe', 'frame', 'embed', 'object', 'script', 'style', 'font', 'audio', 'video'],
  ...['track', 'manifest', 'worker', 'serviceworker', 'xslt', 'report', 'paintworklet', '', 'x'],
];

test.each(partsOfPages)(
  'a subresource of the site’s own page may not request a change (Sec-Fetch-Dest “%s”)',
  (dest) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest, origin: site };
    expect(() => asker().navigate(headers)).toThrow(refused);
    expect(() => asker().script(headers)).toThrow(refused);
  },
);

test.each([
  {},
  { 'sec-fetch-site': 'cross-site', referer: `${site}/` },
  { referer: 'https://evil.example/?https://blog.example.org/' },
  { referer: 'nonsense' },
  { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
  { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
  { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' },
  { 'sec-fetch-site': 'same-origin', 'x-purpose': 'preview' },
  { 'sec-fetch-site': 'none', 'x-moz': 'prefetch' },
  { referer: `${site}/a`, accept: 'image/avif,image/webp,*/*;q=0.8' },
  { referer: `${site}/a`, accept: 'text/css,*/*;q=0.1' },
])(
  'another site, a prefetch or a picture may not request a change, with the headers %o',
  (headers) => {
    expect(() => asker().navigate(headers)).toThrow(refused);
    expect(() => asker().script(headers)).toThrow(refused);
  },
);
