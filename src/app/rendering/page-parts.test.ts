import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { SlotMarkers, Sources } from '../../platform/page-cache/slots/slot-markers.ts';
import type { PageSlots } from '../../platform/page-cache/slots/slotted-part.ts';
import { type KeptParts, PageParts } from './kept-parts.ts';

const client = new QueryClient();

interface Given {
  readonly kept: KeptParts;
  readonly madeFrom?: readonly unknown[];
  readonly always?: readonly unknown[];
  readonly slots?: PageSlots;
}

/** A page with one part, in the markup of `Kept`, and whether the part had to be rendered. */
function written({ kept, madeFrom = [], always = ['settings'], slots }: Given, inner: string) {
  const parts = new PageParts(kept, { client, always, slots });
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

/** A page's slots, after those that it had so far. */
function slotsOf(sources: readonly string[], before = 0): PageSlots {
  const marks = new SlotMarkers();
  const all = new Sources(marks);
  for (const name of sources) all.add({ name });
  for (let slot = 0; slot < before; slot += 1) marks.textOf({ kind: 'data', source: 0 });
  return { marks, sources: all };
}

test('a part with slots is put into other pages with their own markers', () => {
  const kept: KeptParts = new Map();
  const page = slotsOf(['viewer', 'wishes'], 3);
  const partOf = ({ marks: { nonce } }: PageSlots, first: number) =>
    `<slot-${nonce} data-slot="${first}"><or-${nonce}></or-${nonce}>yes</slot-${nonce}>` +
    `\uE000${nonce}:${first + 1}\uE001<i>`;
  for (const source of [1, 0]) page.marks.textOf({ kind: 'data', source });
  written({ kept, slots: page }, partOf(page, 3));

  const other = slotsOf(['wishes', 'unread', 'viewer'], 1);
  const { isKnown, html } = written({ kept, slots: other }, '');
  expect(isKnown).toBe(true);
  expect(html).toBe(`<p>1</p>${partOf(other, 1)}<p>2</p>`);
  expect(other.marks.slots.slice(1).map(({ source }) => source)).toEqual([0, 2]);

  const without = slotsOf(['viewer'], 1);
  expect(written({ kept, slots: without }, 'none').isKnown).toBe(false);
  expect(without.marks.slots).toHaveLength(1);
});

test('a part with undefined input is not cached', () => {
  const kept: KeptParts = new Map();
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
  const parts = new PageParts(new Map(), { client, always: [], slots: undefined });
  const [{ tag, id }, inner] = [parts.placeOf('outer', () => []), parts.placeOf('inner', () => [])];
  const html = `<${tag} data-kept="${id}"><${tag} data-kept="${inner.id}"></${tag}></${tag}>`;
  expect(() => parts.fill(html)).toThrow('another kept part');
});
