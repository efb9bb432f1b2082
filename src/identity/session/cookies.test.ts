import { expect, test } from 'vitest';
import { cookieJar, readCookie } from './cookies.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['a=b', undefined],
  ['session=1', '1'],
  ['a=b; session=1;c', '1'],
  ['session=', ''],
  ['session', undefined],
  ['Session=1', undefined],
  ['xsession=1', undefined],
  ['session =1', undefined],
  ['session=a=b', 'a=b'],
  ['session=1; session=2', undefined],
  ['session=1; session=1', undefined],
])('the session cookie of the header “%s” is %s', (header, value) => {
  expect(readCookie(header, 'session')).toBe(value);
});

test('on https a cookie is read under its __Host- name only', () => {
  const plain = cookieJar('session', 'http://localhost:3000');
  const secure = cookieJar('session', 'https://blog.example.org');
  expect(plain.read('session=1; __Host-session=2')).toBe('1');
  expect(secure.read('session=1; __Host-session=2')).toBe('2');
  expect(secure.read('session=1')).toBeUndefined();
  expect(secure.read('__host-session=1')).toBeUndefined();
});
