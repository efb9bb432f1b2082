import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPictureUrl, isWebUrl, pictureUrlSchema, shownPicture } from './web-url.ts';

const schema = pictureUrlSchema({ name: 'Image URL' });

test.each([
  'https://a.example/b.png?c=d#e',
  'HTTP://a.example',
  '/images/a.webp',
  '/images/2026/A%20b-ö.webp?width=480#top',
  'https://ä.example/ö',
])('%s is accepted as a picture address', (url) => {
  expect(schema.parse(` ${url} `)).toBe(url);
});

test.each([
  ['', 'Image URL is required.'],
  ['  ', 'Image URL is required.'],
  ['a.png', 'Image URL must start with https://, http:// or /images/.'],
  ['//evil.example', 'Image URL must start with https://, http:// or /images/.'],
  ['javascript:alert(1)', 'Image URL must start with https://, http:// or /images/.'],
  ['data:image/png;base64,AA', 'Image URL must start with https://, http:// or /images/.'],
  ['https:a.example', 'Image URL must start with https://, http:// or /images/.'],
  ['/\\evil.example', "Image URL can't hold spaces, backslashes or control characters."],
  ['/\t/evil.example', "Image URL can't hold spaces, backslashes or control characters."],
  ['https://a.example/b c', "Image URL can't hold spaces, backslashes or control characters."],
  ['https://user:secret@a.example/', "Image URL can't hold a user name or password."],
  ['https://', "Image URL isn't a valid address."],
  [`https://a.example/${'x'.repeat(2_048)}`, 'Image URL can have at most 2048 characters.'],
])('%j is refused: %s', (url, message) => {
  const result = schema.safeParse(url);
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

const actions = [
  '/logout',
  '/',
  '/images',
  '/images/',
  '/images/a/',
  '/Images/a.webp',
  '/imagesx/a.webp',
  '/./logout',
  '/images/../logout',
  '/images/./a.webp',
  '/images/%2e%2e/logout',
  '/images/%2E./logout',
  '/images/..%2flogout',
  '/images/a%5c..%5clogout',
  '/images/%252e%252e/logout',
  '/images//logout',
  '/images/%zz',
  '/%6cogout',
  '/%69mages/a.webp',
  '/logout?/images/a.webp',
  '/logout#/images/a.webp',
  '/images?/../a.webp',
  '/identity/google?to=/images/a.webp',
];

test.each(actions)('%s is an address to link to, and no picture', (url) => {
  expect(isWebUrl(url)).toBe(true);
  expect(isPictureUrl(url)).toBe(false);
  expect(shownPicture(url)).toBeNull();
  expect(schema.safeParse(url).error?.issues.map((issue) => issue.message)).toEqual([
    'Image URL must start with https://, http:// or /images/.',
  ]);
});

test.each(['//evil.example/images/a', '/\\evil.example', '/images/\\..\\logout', '/images/\t../a'])(
  '%j is neither a web address nor a picture address',
  (url) => {
    expect(isWebUrl(url)).toBe(false);
    expect(isPictureUrl(url)).toBe(false);
  },
);

test('a browser requests an accepted picture path from within /images/, however it is encoded', () => {
  const piece = fc.constantFrom(
    ...[
      '/',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%25',
      'images',
      'logout',
      'a.webp',
      '?',
      '#',
      'ö',
      ';',
    ],
  );
  const path = fc.array(piece, { maxLength: 12 }).map((pieces) => `/images/${pieces.join('')}`);
  fc.assert(
    fc.property(path, (url) => {
      if (!isPictureUrl(url)) return;
      const asked = new URL(url, 'http://site.example').pathname;
      for (const seen of [asked, decodeURIComponent(asked)]) {
        expect(new URL(seen, 'http://site.example').pathname).toMatch(/^\/images\/[^/]/);
      }
    }),
  );
});
