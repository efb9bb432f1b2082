import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test('a page of the site is where one came from', () => {
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

test('anything that leads elsewhere leads home', () => {
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
