import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fitOf, siteImageSize, siteImageSources } from './site-image.ts';

test('a picture of the site is offered as AVIF before WebP, in three widths each', () => {
  const [first, second, ...rest] = siteImageSources('/images/categories/travel.webp');
  expect(rest).toEqual([]);
  expect(first).toEqual({
    type: 'image/avif',
    srcSet:
      '/images/categories/travel-480.avif 480w, /images/categories/travel-800.avif 800w, /images/categories/travel.avif 1280w',
  });
  expect(second?.type).toBe('image/webp');
});

test('every file that is offered ships with the site', () => {
  const publicFolder = path.resolve(import.meta.dirname, '../../../../../public');
  for (const category of ['technology', 'health', 'education', 'lifestyle', 'travel', 'other']) {
    for (const { srcSet } of siteImageSources(`/images/categories/${category}.webp`)) {
      for (const [file = ''] of srcSet.split(', ').map((entry) => entry.split(' '))) {
        expect(existsSync(path.join(publicFolder, file)), file).toBe(true);
      }
    }
  }
});

test('a picture from elsewhere, or of another folder, is loaded as it is', () => {
  expect(siteImageSources('https://example.org/images/demo/a.webp')).toEqual([]);
  expect(siteImageSources('/images/authors/maren-holt.webp')).toEqual([]);
  expect(siteImageSources('/images/demo/../secret.webp')).toEqual([]);
  expect(siteImageSources('')).toEqual([]);
});

test('the size of a picture is known if it ships with the site or was uploaded', () => {
  expect(siteImageSize('/images/demo/a-slow-loaf.webp')).toEqual({ width: 1280, height: 800 });
  const uploaded = `/images/uploads/${'0'.repeat(32)}-640x480-a0b1c2.jpg`;
  expect(siteImageSize(uploaded)).toMatchObject({ width: 640, height: 480 });
  expect(siteImageSize('https://example.org/a.webp')).toBeUndefined();
});

test('an upright cover is shown whole, a tiny one in its own size, and every other fills its frame', () => {
  const uploaded = (size: string) => `/images/uploads/${'0'.repeat(32)}-${size}-a0b1c2.jpg`;
  expect(fitOf(uploaded('1280x853'))).toBe('cover');
  expect(fitOf(uploaded('800x800'))).toBe('cover');
  expect(fitOf(uploaded('960x1280'))).toBe('contain');
  expect(fitOf(uploaded('429x250'))).toBe('as-is');
  expect(fitOf('/images/demo/a-slow-loaf.webp')).toBe('cover');
  expect(fitOf('https://example.org/a.webp')).toBe('cover');
});
