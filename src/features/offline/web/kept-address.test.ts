import { expect, test } from 'vitest';
import { anotherDraft, paths } from '../../../paths.ts';
import {
  blogPageOf,
  copyOf,
  devicePage,
  editorPage,
  isBlogPage,
  isForWriting,
  isOwnPage,
  updatePageOf,
  wishlistPage,
  writingPage,
} from './kept-address.ts';

test('the pages kept offline are pages of the site', () => {
  expect([wishlistPage, writingPage, editorPage, devicePage]).toEqual([
    paths.wishlist.to(),
    paths.myWriting.to(),
    paths.addBlog.to({ draft: anotherDraft }),
    paths.onThisDevice.to(),
  ]);
  expect(blogPageOf('1')).toBe(paths.blog.to('1'));
  expect(updatePageOf('1')).toBe(paths.updateBlog.to('1'));
});

test('blog pages, own pages and pages for writing are recognized by their address', () => {
  expect(
    ['/blog/1', '/blog/', '/blog', '/blog/1/2', '/blog/1?a=b', '/blogs/1'].map(isBlogPage),
  ).toEqual([true, false, false, false, false, false]);
  expect([wishlistPage, writingPage, updatePageOf('1'), devicePage].map(isOwnPage)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([wishlistPage, editorPage].map(isForWriting)).toEqual([false, true]);
});

test.each([
  ['/blog/1', '/blog/1', false],
  ['/blog/1?comments=newest', '/blog/1', true],
  ['/Wishlist?category=Travel', wishlistPage, true],
  ['/Add-Blog?draft=another', editorPage, false],
  ['/Add-Blog?draft=01a217a8-5e4f-754f-a9b5-c1d0306d03cf', editorPage, false],
  ['/Add-Blog', editorPage, true],
  ['/on-this-device?from=%2Fcontact', devicePage, false],
])('the copy for %s is the one of %s', (address, path, isElsewhere) => {
  expect(copyOf(new URL(address, 'http://localhost'))).toEqual({ path, isElsewhere });
});
