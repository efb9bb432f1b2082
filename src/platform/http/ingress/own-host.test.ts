import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createHostCheck } from './own-host.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

const siteUrl = 'https://blog.example.org';

/** Whether a request is for the site, and the foreign hosts that are reported. */
function asked(headers: IncomingHttpHeaders, site = siteUrl, url = '/', peer = '127.0.0.1') {
  const foreign: string[] = [];
  const isOwn = createHostCheck({
    siteUrl: site,
    proxies: readTrustedProxies('loopback'),
    freePaths: ['/healthz', '/readyz'],
    onForeign: (host) => foreign.push(host),
  });
  const request = { headers, url, socket: { remoteAddress: peer } } as IncomingMessage;
  return { isOwn: isOwn(request), foreign };
}

test.each([
  ['blog.example.org', siteUrl],
  ['BLOG.Example.org', siteUrl],
  ['blog.example.org.', siteUrl],
  ['blog.example.org:443', siteUrl],
  ['blog.lan', 'http://blog.lan:3000'],
  ['blog.lan:3000', 'http://BLOG.lan:3000'],
  ['blog.lan:80', 'http://blog.lan'],
  ['[fd00::7]:3000', 'http://[fd00::7]:3000'],
  ['127.0.0.1:4711', 'http://localhost:3000'],
  ['[::1]:3000', 'http://localhost:3000'],
  ['localhost', 'http://127.0.0.1:3000'],
])('the host “%s” is accepted for %s', (host, site) => {
  expect(asked({ host }, site)).toEqual({ isOwn: true, foreign: [] });
});

test.each([
  ['evil.example', siteUrl],
  ['blog.example.org.evil.example', siteUrl],
  ['evil.example@blog.example.org', siteUrl],
  ['blog.example.org/', siteUrl],
  ['blog.example.org:8443', siteUrl],
  ['blog.example.org:80', siteUrl],
  ['blog.example.org:443:443', siteUrl],
  ['localhost', siteUrl],
  ['127.0.0.1:3000', siteUrl],
  ['', siteUrl],
  [undefined, siteUrl],
  ['rebinding.example:3000', 'http://localhost:3000'],
  ['192.168.1.7:3000', 'http://localhost:3000'],
])('the host “%s” is refused for %s', (host, site) => {
  const { isOwn, foreign } = asked({ host }, site);
  expect(isOwn).toBe(false);
  expect(foreign).toHaveLength(1);
});

test('X-Forwarded-Host is accepted from a trusted proxy only, and only its last entry counts', () => {
  const headers = { host: '127.0.0.1:3000', 'x-forwarded-host': 'evil.example, blog.example.org' };
  expect(asked(headers).isOwn).toBe(true);
  expect(asked(headers, siteUrl, '/', '192.0.2.1').isOwn).toBe(false);
  const foreign = { ...headers, 'x-forwarded-host': 'blog.example.org, evil.example' };
  expect(asked(foreign).isOwn).toBe(false);
});

test.each(['/healthz', '/readyz', '/readyz?verbose'])(
  '%s is answered under any host name',
  (url) => {
    expect(asked({ host: '10.0.0.7:3000' }, siteUrl, url)).toEqual({ isOwn: true, foreign: [] });
    expect(asked({ host: '10.0.0.7:3000' }, siteUrl, '/healthz/x').isOwn).toBe(false);
  },
);

test('each foreign host is reported once, and at most ten are reported', () => {
  const foreign: string[] = [];
  const isOwn = createHostCheck({
    siteUrl,
    proxies: readTrustedProxies(''),
    freePaths: [],
    onForeign: (host) => foreign.push(host),
  });
  for (let count = 0; count < 40; count += 1) {
    const headers = { host: `name-${count % 20}.example` };
    isOwn({ headers, url: '/', socket: {} } as IncomingMessage);
  }
  expect(foreign).toHaveLength(10);
  expect(new Set(foreign).size).toBe(10);
});
