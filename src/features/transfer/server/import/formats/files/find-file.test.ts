import { expect, test } from 'vitest';
import { createFileFinder } from './find-file.ts';

test('a file is found by its name and as much of its folders as an address has, the first of several', () => {
  const names = ['a/img/x.png', 'b/img/x.png', 'deep/b/img/x.png', 'img/x.png', 'x.png', 'y/z.png'];
  const find = createFileFinder({ names });
  expect(find('deep/b/img/x.png')).toBe('deep/b/img/x.png');
  expect(find('https://old.example/b/img/x.png?w=1')).toBe('b/img/x.png');
  expect(find('https://old.example/blog/img/x.png')).toBe('a/img/x.png');
  expect(find('/img/x.png')).toBe('img/x.png');
  expect(find('./x.png#top')).toBe('x.png');
  expect(find('z.png')).toBeUndefined();
  expect(find('other/z.png')).toBeUndefined();
  expect(find('y/../y/z.png')).toBeUndefined();
  expect(find('')).toBeUndefined();
});

test('as many files of one name as an export may have are told apart at once', () => {
  const names = Array.from({ length: 50_000 }, (_, place) => `posts/${place}/cover.png`);
  const find = createFileFinder({ names });
  // One by one, this would take minutes.
  for (let round = 0; round < 3; round += 1) {
    expect(names.map((name) => find(`https://old.example/${name}`))).toEqual(names);
  }
});
