import { expect, test } from 'vitest';
import { rowId } from '../../../storage/row-id.ts';
import { readTarget } from './read-target.ts';

const site = 'https://blog.example';

test('a target of this site is a path, or the blog whose address it is', () => {
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

test('a target that leads where nobody means is refused', () => {
  for (const target of [
    '//a.example',
    '/..//a.example',
    '/\\a.example',
    'javascript:x',
    'http://a.b',
  ])
    expect(() => readTarget(target, site), target).toThrow();
});
