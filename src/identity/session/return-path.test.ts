import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test('a path of the site is a valid return path', () => {
  for (const path of [
    '/',
    '/Wishlist',
    '/blog/1?x=a%20b#comments',
    '/All-blogs?search=100%25',
    '/Account',
  ]) {
    expect(safeReturnPath(path)).toBe(path);
  }
});

test('an address of another site, a malformed path and a sign-in page are replaced by /', () => {
  const elsewhere = [
    undefined,
    null,
    '',
    'evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/..//evil.example',
    '/%zz',
    '/Account/signin',
    '/account/SIGNUP',
    '/%41ccount/signin',
    '/login?x=1',
    '/logout',
  ];
  for (const path of elsewhere) expect(safeReturnPath(path), String(path)).toBe('/');
});
