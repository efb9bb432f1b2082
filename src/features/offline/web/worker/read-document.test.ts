import { expect, test } from 'vitest';
import { stemOf } from '../pictures.ts';
import { readDocument } from './read-document.ts';

function documentWith(state: object, body = '', head = ''): string {
  const written = JSON.stringify(state).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head>${head}</head><body><div id="root">${body}</div><script type="application/json" id="state">${written}</script></body></html>`;
}

const settings = { reading: 'public' };
const viewer = (id: string | null) => [[['viewer'], id === null ? null : { id, email: 'a@b.c' }]];

test('a document gives its viewer, its reading setting and the title of its blog', () => {
  const queries = [[['blogs', 'one', '1'], { title: '</script> “Ada”' }]];
  expect(readDocument(documentWith({ settings, queries, personal: viewer('ada') }))).toEqual({
    viewerId: 'ada',
    isPublic: true,
    blogTitle: '</script> “Ada”',
    files: [],
    pictures: [],
  });
  const stranger = readDocument(
    documentWith({ settings: { reading: 'members' }, queries: [], personal: viewer(null) }),
  );
  expect(stranger).toMatchObject({ viewerId: null, isPublic: false, blogTitle: undefined });
});

test('a document that is not of the site, or without a viewer, is not read', () => {
  expect(readDocument('')).toBeUndefined();
  expect(readDocument('<script type="application/json" id="state">{</script>')).toBeUndefined();
  expect(readDocument(documentWith({ settings, personal: [] }))).toBeUndefined();
});

test('a document gives its files and one form of each picture of the site in its article', () => {
  const head =
    '<link rel="stylesheet" href="/assets/a.css"><link rel="stylesheet" href="/site/accent/a-b"><link rel="icon" href="/favicon.ico"><script type="module" src="/assets/b.js" data-parts="/assets/c.js /assets/d.js"></script>';
  const sources =
    '<source srcset="/images/demo/a-480.avif 480w, /images/demo/a-800.avif 800w, /images/demo/a.avif 1280w"><source srcset="/images/demo/a-480.webp 480w"><img src="/images/demo/a.webp">';
  const body = `<main><article>${sources}<img src="https://elsewhere.example/images/b.png"><article><img src="/images/demo/other.webp"></article></article></main>`;
  const queries = [[['blogs', 'one', '1'], { title: 'Ada' }]];
  const read = readDocument(
    documentWith({ settings, queries, personal: viewer(null) }, body, head),
  );
  expect(read?.files).toEqual([
    '/assets/a.css',
    '/site/accent/a-b',
    '/assets/b.js',
    '/assets/c.js',
    '/assets/d.js',
  ]);
  expect(read?.pictures).toEqual(['/images/demo/a-800.avif']);
});

test('all forms of a picture have the same stem', () => {
  const own = '/images/uploads/0123456789abcdef0123456789abcdef-1280x800-112256';
  const forms = [`${own}.jpg`, `${own}-480.avif`, `${own}-1280.webp`];
  expect(new Set(forms.map(stemOf))).toEqual(new Set([own]));
  expect(stemOf('/images/demo/a-800.avif')).toBe(stemOf('/images/demo/a.webp'));
});
