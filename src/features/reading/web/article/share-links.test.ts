import { expect, test } from 'vitest';
import { shareTargetsOf } from './share-links.tsx';

test('each share link has the address and title of the page, with special characters escaped', () => {
  const url = 'https://hub.example/blog/1?a=b&c=d';
  const targets = shareTargetsOf('Salt & Pepper #1', url);
  const shared = targets.map(({ href }) => new URL(href).searchParams);
  expect(targets.map(({ name }) => name)).toEqual(['Facebook', 'Twitter', 'WhatsApp', 'Telegram']);
  expect(shared[0]?.get('u')).toBe(url);
  expect(shared[1]?.get('url')).toBe(url);
  expect(shared[1]?.get('text')).toBe('Salt & Pepper #1');
  expect(shared[2]?.get('text')).toBe(`Salt & Pepper #1 ${url}`);
  expect(shared[3]?.get('url')).toBe(url);
});
