import { expect, test } from 'vitest';
import { rowId } from '../../../storage/row-id.ts';
import { readTarget } from './read-target.ts';

const site = 'https://blog.example';

test('a redirect target on this site is a path or a blog id', () => {
  const id = rowId();
  expect(readTarget('https://blog.example/All-blogs?search=a#b', site)).toEqual({
    address: '/All-blogs?search=a#b',
  });
  expect(readTarget(`https://blog.example/blog/${id.toUpperCase()}/`, site)).toEqual({
    blogId: id,
  });
  expect(readTarget('/blog/no-id', site)).toEqual({ address: '/blog/no-id' });
  expect(readTarget('/ümlaut', site)).toEqual({ address: '/%C3%BCmlaut' });
  expect(readTarget('https://other.example', site)).toEqual({ address: 'https://other.example/' });
});

test('an ambiguous or unsafe redirect target is refused', () => {
  for (const target of [
    '//a.example',
    '/..//a.example',
    '/\\a.example',
    'javascript:x',
    'http://a.b',
  ])
    expect(() => readTarget(target, site), target).toThrow();
});
