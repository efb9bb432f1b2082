import { expect, test } from 'vitest';
import { KnownPlaces } from './known-places.ts';

const place = { segment: 7, start: 2 ** 33, size: 34_000 };

test('a place is found by its key until it is forgotten', () => {
  const places = new KnownPlaces();
  expect(places.find('identity /')).toBeUndefined();
  places.note('identity /', place);
  expect(places.find('identity /')).toEqual(place);
  expect(places.find('br /')).toBeUndefined();
  places.forget('identity /');
  expect(places.find('identity /')).toBeUndefined();
});

test('a key displaces another one in the same slot, which is no longer found', () => {
  const places = new KnownPlaces();
  const keys = Array.from({ length: 1_000 }, (_, id) => `identity /blog/${id}`);
  for (const [id, key] of keys.entries()) places.note(key, { ...place, start: id });
  const wrong = keys.filter((key, id) => (places.find(key)?.start ?? id) !== id);
  expect(wrong).toEqual([]);
  expect(keys.filter((key) => places.find(key)).length).toBeGreaterThan(900);
});
