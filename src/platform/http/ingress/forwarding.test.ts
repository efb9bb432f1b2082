import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { ask, startApp } from '../testing.ts';
import { settleForwarding } from './forwarding.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

type Headers = Readonly<Record<string, string>>;

/** The headers that are left, and the reported peers. */
function settle(peer: string | undefined, headers: Headers, trusted = 'loopback, private') {
  const reported: string[] = [];
  const request = { headers: { ...headers }, socket: { remoteAddress: peer } };
  settleForwarding(request as unknown as IncomingMessage, {
    proxies: readTrustedProxies(trusted),
    onUntrusted: (who) => reported.push(`untrusted ${who}`),
    onContradiction: (who) => reported.push(`contradiction of ${who}`),
  });
  return { left: request.headers, reported };
}

const client = (headers: Headers, peer = '127.0.0.1') =>
  settle(peer, headers).left['x-forwarded-for'];

test.each([
  ['one address', '192.0.2.1', '192.0.2.1'],
  ['what the visitor claims to the left', '6.6.6.6, 192.0.2.1', '192.0.2.1'],
  ['a proxy behind a proxy', '192.0.2.1, 10.0.0.7', '192.0.2.1'],
  ['a claim to the left of two proxies', '6.6.6.6, 192.0.2.1,10.0.0.7', '192.0.2.1'],
  ['proxies only', '10.0.0.8, 10.0.0.7', '10.0.0.8'],
  ['a port', '192.0.2.1:4711', '192.0.2.1'],
  ['a bracket', '[2001:db8::1]', '2001:db8::1'],
  ['a bracket and a port', '[2001:DB8:0::1]:4711', '2001:db8::1'],
  ['an IPv6 address without brackets', '2001:db8::4711', '2001:db8::4711'],
  ['a zone', 'fe80::1%eth0', 'fe80::1'],
  ['a mapped address', '::ffff:192.0.2.1', '192.0.2.1'],
])('the client address is read from an X-Forwarded-For with %s', (_, header, address) => {
  expect(client({ 'x-forwarded-for': header })).toBe(address);
});

test.each([
  'unknown',
  '_hidden',
  'garbage',
  '',
  ',',
  '192.0.2.1,',
  '6.6.6.6, unknown',
  '6.6.6.6, 999.1.1.1',
  '6.6.6.6, 192.0.2.1:99999999',
  '6.6.6.6, [2001:db8::1',
  '6.6.6.6, [2001:db8::1]x',
  '6.6.6.6, []',
  '6.6.6.6, 0x7f.1',
  '6.6.6.6, 192.000.002.001',
  '6.6.6.6, "192.0.2.1"',
  '6.6.6.6, 192.0.2.1\u0000',
])(
  'an X-Forwarded-For with an unreadable last entry (“%s”) names no client; earlier entries are ignored',
  (header) => {
    expect(client({ 'x-forwarded-for': header })).toBeUndefined();
    expect(client({ 'x-forwarded-for': `${header}, 10.0.0.7` })).toBe('10.0.0.7');
  },
);

test.each([
  ['for=192.0.2.1', '192.0.2.1'],
  ['For="192.0.2.1:4711";proto=https;by=10.0.0.1', '192.0.2.1'],
  ['for="[2001:db8::1]:4711"', '2001:db8::1'],
  ['for=6.6.6.6, for=192.0.2.1', '192.0.2.1'],
  ['for=192.0.2.1;host="a,for=6.6.6.6", for=10.0.0.7', '192.0.2.1'],
  ['for="192.0.2\\.1"', '192.0.2.1'],
])('the client address is read from “Forwarded: %s”', (header, address) => {
  expect(client({ forwarded: header })).toBe(address);
});

test.each([
  'for=unknown',
  'for=_hidden',
  'for=6.6.6.6, for=unknown',
  'for=6.6.6.6, proto=https',
  'for=6.6.6.6, x="',
  'for=6.6.6.6, x="\\", for=192.0.2.1',
  'for=6.6.6.6;x=", for="[2001:db8::1]"',
  '__proto__=1, constructor=2, =, ;;,"',
  '',
])('an unreadable “Forwarded: %s” names no client', (header) => {
  expect(client({ forwarded: header })).toBeUndefined();
});

test('when X-Forwarded-For and Forwarded name different clients, both are ignored and the contradiction is reported', () => {
  const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=6.6.6.6' };
  expect(settle('127.0.0.1', headers)).toEqual({
    left: {},
    reported: ['contradiction of 127.0.0.1'],
  });
  expect(client({ 'x-forwarded-for': '192.0.2.1', forwarded: 'for="192.0.2.1:5"' })).toBe(
    '192.0.2.1',
  );
});

test.each([
  [{ 'x-forwarded-proto': 'https' }, 'https'],
  [{ 'x-forwarded-proto': 'HTTPS ' }, 'https'],
  [{ 'x-forwarded-proto': 'http, https', 'x-forwarded-for': '192.0.2.1' }, 'https'],
  [{ 'x-forwarded-proto': 'https, http', 'x-forwarded-for': '192.0.2.1, 10.0.0.7' }, 'https'],
  [{ 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1, 10.0.0.7' }, 'https'],
  [{ 'x-forwarded-proto': 'javascript' }, undefined],
  [{ forwarded: 'for=192.0.2.1;proto=https' }, 'https'],
  [{ forwarded: 'for=6.6.6.6;proto=http, for=192.0.2.1;proto=https' }, 'https'],
])('the headers %o give the protocol %s', (headers, protocol) => {
  expect(settle('::ffff:127.0.0.1', headers as Headers).left['x-forwarded-proto']).toBe(protocol);
});

test('X-Forwarded-Host and X-Forwarded-Port are removed, and Host is kept', () => {
  const headers = {
    host: 'site.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-port': '1',
  };
  expect(settle('127.0.0.1', headers).left).toEqual({ host: 'site.example' });
});

test('the forwarding headers of an untrusted peer are removed and reported', () => {
  const headers = {
    accept: '*/*',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
    forwarded: 'for=127.0.0.1',
  };
  expect(settle('192.0.2.9', headers)).toEqual({
    left: { accept: '*/*' },
    reported: ['untrusted 192.0.2.9'],
  });
  expect(settle(undefined, headers).left).toEqual({ accept: '*/*' });
  expect(settle('192.0.2.9', { accept: '*/*' }).reported).toEqual([]);
});

test('a very long X-Forwarded-For is read only up to the longest possible chain of proxies', () => {
  const header = Array(5_000).fill('10.0.0.7').join(',');
  expect(client({ 'x-forwarded-for': `6.6.6.6,${header}` })).toBe('10.0.0.7');
});

test('without trusted proxies, forwarding headers change neither address, protocol, host nor request id', async () => {
  const seen: unknown[] = [];
  const { port } = await startApp((app) =>
    app.get('/', async ({ ip, protocol, host, id }) => {
      seen.push(ip, protocol, host, id);
      return '';
    }),
  );
  await ask(port, '/', {
    headers: {
      host: 'site.example',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=192.0.2.1',
      'request-id': 'mine',
      'x-request-id': 'mine',
    },
  });
  expect(seen).toEqual(['127.0.0.1', 'http', 'site.example', expect.not.stringContaining('mine')]);
});

test('a trusted proxy sets the address and the protocol of a request, but not its host', async () => {
  const seen: unknown[] = [];
  const { port, lines } = await startApp(
    (app) =>
      app.get('/', async ({ ip, protocol, host }) => {
        seen.push(ip, protocol, host);
        return '';
      }),
    { proxies: readTrustedProxies('loopback'), isHttps: true },
  );
  const host = { host: 'site.example', 'x-forwarded-host': 'evil.example' };
  const given: readonly Record<string, string>[] = [
    { 'x-forwarded-for': '6.6.6.6, 192.0.2.1:80', 'x-forwarded-proto': 'https' },
    { forwarded: 'for="[2001:db8::1]:80";proto=https' },
    { 'x-forwarded-for': 'unknown', forwarded: 'for=6.6.6.6' },
  ];
  for (const headers of given) await ask(port, '/', { headers: { ...host, ...headers } });
  expect(seen).toEqual([
    ...['192.0.2.1', 'https', 'site.example'],
    ...['2001:db8::1', 'https', 'site.example'],
    ...['127.0.0.1', 'http', 'site.example'],
  ]);
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toEqual([]);
});

test('with https, an unlisted proxy is logged once', async () => {
  const { port, lines } = await startApp((app) => app.get('/', async () => ''), { isHttps: true });
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  for (let count = 0; count < 3; count += 1) await ask(port, '/', { headers });
  const reported = lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  expect(reported).toHaveLength(1);
  expect(reported[0]).toContain('127.0.0.1');
});
