import { expect, test } from 'vitest';
import { artworkOf, coverSourcesOf, photoSourcesOf } from './picture-sources.ts';

test('a cover that ships with the site comes in three widths and two formats', () => {
  expect(coverSourcesOf('/images/demo/a-slow-loaf.webp')).toEqual({
    src: '/images/demo/a-slow-loaf.webp',
    variants: {
      avif: '/images/demo/a-slow-loaf-480.avif 480w, /images/demo/a-slow-loaf-800.avif 800w, /images/demo/a-slow-loaf.avif 1280w',
      webp: '/images/demo/a-slow-loaf-480.webp 480w, /images/demo/a-slow-loaf-800.webp 800w, /images/demo/a-slow-loaf.webp 1280w',
    },
  });
});

test("a category's artwork ships like a cover", () => {
  expect(coverSourcesOf(artworkOf('Technology')).variants?.avif).toContain(
    '/images/categories/technology-480.avif 480w',
  );
});

test.each([
  'https://example.org/images/demo/a-slow-loaf.webp',
  '/uploads/a.webp',
  '/images/demo/a.png',
  '/images/demo/a b.webp',
  '/images/demo/../a.webp',
])('only the one file of %s is known', (url) => {
  expect(coverSourcesOf(url)).toEqual({ src: url });
});

test("an author's photo ships at 96 px", () => {
  expect(photoSourcesOf('/images/authors/maren-holt.webp')).toEqual({
    src: '/images/authors/maren-holt-96.webp',
    variants: {
      avif: '/images/authors/maren-holt-96.avif',
      webp: '/images/authors/maren-holt-96.webp',
    },
  });
  expect(photoSourcesOf('/images/avatar.svg')).toEqual({ src: '/images/avatar.svg' });
});
