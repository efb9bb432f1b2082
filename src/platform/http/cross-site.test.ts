import { expect, test } from 'vitest';
import { assertOwnNavigation, assertSameSite } from './cross-site.ts';

const site = 'https://blog.example.org';
const refused = expect.objectContaining({ code: 'foreign-origin', status: 403 });

test.each([
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://blog.example.org' },
])('a change is let through with %o', (headers) => {
  expect(() => assertSameSite(headers, `${site}/`)).not.toThrow();
});

test.each([
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
  { host: 'blog.example.org', referer: `${site}/` },
])('a change is refused with %o', (headers) => {
  expect(() => assertSameSite(headers, site)).toThrow(refused);
});

test.each([
  { 'sec-fetch-site': 'same-origin' },
  { origin: site },
  { referer: `${site}/All-blogs` },
])('the site itself may navigate to a change with %o', (headers) => {
  expect(() => assertOwnNavigation(headers, site)).not.toThrow();
});

test.each([
  {},
  { 'sec-fetch-site': 'cross-site', referer: `${site}/` },
  { referer: 'https://evil.example/?https://blog.example.org/' },
  { referer: 'nonsense' },
  { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
  { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
  { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' },
  { 'sec-fetch-site': 'none', 'x-moz': 'prefetch' },
])('another site or a prefetch may not, with %o', (headers) => {
  expect(() => assertOwnNavigation(headers, site)).toThrow(refused);
});
