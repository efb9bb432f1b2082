import { expect, test } from 'vitest';
import { webUrlSchema } from './web-url.ts';

const schema = webUrlSchema({ name: 'Image URL' });

test.each([
  'https://a.example/b.png?c=d#e',
  'HTTP://a.example',
  '/images/a.webp',
  '/',
  'https://ä.example/ö',
])('%s is an address that can be used', (url) => {
  expect(schema.parse(` ${url} `)).toBe(url);
});

test.each([
  ['', 'Image URL is required.'],
  ['  ', 'Image URL is required.'],
  ['a.png', 'Image URL must start with https://, http:// or a single /.'],
  ['//evil.example', 'Image URL must start with https://, http:// or a single /.'],
  ['javascript:alert(1)', 'Image URL must start with https://, http:// or a single /.'],
  ['data:image/png;base64,AA', 'Image URL must start with https://, http:// or a single /.'],
  ['https:a.example', 'Image URL must start with https://, http:// or a single /.'],
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
