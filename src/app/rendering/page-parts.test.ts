import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type KeptParts, PageParts } from './kept-parts.ts';

const client = new QueryClient();

interface Given {
  readonly kept: KeptParts;
  readonly madeFrom?: readonly unknown[];
  readonly always?: readonly unknown[];
}

/** A page with one part, in the markup of `Kept`, and whether the part had to be rendered. */
function written({ kept, madeFrom = [], always = ['settings'] }: Given, inner: string) {
  const parts = new PageParts(kept, { client, always, slotNonce: 'a1b2' });
  const { tag, id, isKnown } = parts.placeOf('side', () => madeFrom);
  const html = `<p>1</p><${tag} data-kept="${id}">${isKnown ? '' : inner}</${tag}><p>2</p>`;
  return { isKnown, html: parts.fill(html) };
}

test('a part is rendered once for the same input objects', () => {
  const kept: KeptParts = new Map();
  const [list, other] = [['a'], ['a']];
  const first = written({ kept, madeFrom: [list] }, '<b>one</b>');
  expect(first).toEqual({ isKnown: false, html: '<p>1</p><b>one</b><p>2</p>' });
  expect(written({ kept, madeFrom: [list] }, '')).toEqual({ ...first, isKnown: true });
  expect(written({ kept, madeFrom: [other] }, '').isKnown).toBe(false);
  expect(written({ kept, madeFrom: [list], always: ['others'] }, '').isKnown).toBe(false);
  expect(written({ kept, madeFrom: [list, list] }, '').isKnown).toBe(false);
});

test('a part with a slot or with undefined input is not cached', () => {
  const kept: KeptParts = new Map();
  for (const inner of ['<slot-a1b2 data-slot="0"></slot-a1b2>', '\uE000a1b2:0\uE001']) {
    expect(written({ kept }, inner).html).toBe(`<p>1</p>${inner}<p>2</p>`);
    expect(written({ kept }, inner).isKnown).toBe(false);
  }
  written({ kept, madeFrom: [undefined] }, 'none');
  expect(written({ kept, madeFrom: [undefined] }, 'none').isKnown).toBe(false);
});

test('the last 16 forms of a part are cached', () => {
  const kept: KeptParts = new Map();
  for (let form = 0; form < 100; form += 1) written({ kept, madeFrom: [form] }, `${form}`);
  expect(kept.get('side')).toHaveLength(16);
  expect(written({ kept, madeFrom: [99] }, '').isKnown).toBe(true);
  expect(written({ kept, madeFrom: [0] }, '').isKnown).toBe(false);
});

test('a part within another one is refused', () => {
  const parts = new PageParts(new Map(), { client, always: [], slotNonce: undefined });
  const [{ tag, id }, inner] = [parts.placeOf('outer', () => []), parts.placeOf('inner', () => [])];
  const html = `<${tag} data-kept="${id}"><${tag} data-kept="${inner.id}"></${tag}></${tag}>`;
  expect(() => parts.fill(html)).toThrow('another kept part');
});
