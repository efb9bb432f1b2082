import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const directives = (headers: Record<string, string>) =>
  new Map(
    headers['content-security-policy']?.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );

test('a page may run only its own files and the scripts whose hashes are given', () => {
  const headers = securityHeaders({ kind: 'page', isHttps: false, scriptHashes: ['abc=', 'def='] });
  expect(Object.fromEntries(directives(headers))).toEqual({
    'default-src': "'none'",
    'script-src': "'self' 'sha256-abc=' 'sha256-def='",
    'worker-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' https: http: data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('on https, pictures are loaded by https only', () => {
  const policy = directives(securityHeaders({ kind: 'page', isHttps: true }));
  expect(policy.get('img-src')).toBe("'self' https: data:");
  expect(policy.has('upgrade-insecure-requests')).toBe(true);
});

test('the Permissions-Policy allows passkeys to the site itself, and no other feature', () => {
  const allowed = securityHeaders({ kind: 'page', isHttps: true })['permissions-policy'] ?? '';
  const open = allowed.split(', ').filter((each) => !each.endsWith('=()'));
  expect(open).toEqual(['publickey-credentials-create=(self)', 'publickey-credentials-get=(self)']);
});

test('a page with video players allows their origins as frames and lets them autoplay', () => {
  const players = ['https://a.example', 'https://b.example'];
  const headers = securityHeaders({ kind: 'page', isHttps: true, players });
  expect(directives(headers).get('frame-src')).toBe('https://a.example https://b.example');
  expect(headers['permissions-policy']).toContain(
    'autoplay=("https://a.example" "https://b.example")',
  );
  expect(headers['permissions-policy']).toContain('camera=()');
});

test('an API reply may load nothing and may not be framed', () => {
  const policy = directives(securityHeaders({ kind: 'api', isHttps: true }));
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('frame-ancestors')).toBe("'none'");
});

test.each(['page', 'api', 'asset'] as const)('HSTS of kind %s is sent on https only', (kind) => {
  expect(securityHeaders({ kind, isHttps: true })).toHaveProperty('strict-transport-security');
  expect(securityHeaders({ kind, isHttps: false })).not.toHaveProperty('strict-transport-security');
});

test('only a page on https upgrades insecure requests', () => {
  const policyOf = (isHttps: boolean) => directives(securityHeaders({ kind: 'page', isHttps }));
  expect(policyOf(true).has('upgrade-insecure-requests')).toBe(true);
  expect(policyOf(false).has('upgrade-insecure-requests')).toBe(false);
});

test.each(['page', 'api', 'asset'] as const)(
  'the headers of kind %s contain no unsafe- source and forbid sniffing and framing',
  (kind) => {
    const headers = securityHeaders({ kind, isHttps: true });
    expect(JSON.stringify(headers)).not.toContain('unsafe-');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  },
);

test('only a picture may be shown by other sites', () => {
  const headers = securityHeaders({ kind: 'picture', isHttps: true });
  expect(headers).toEqual({
    ...securityHeaders({ kind: 'asset', isHttps: true }),
    'cross-origin-resource-policy': 'cross-origin',
  });
});
