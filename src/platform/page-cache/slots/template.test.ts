import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { reader } from '../../web/personal/personal.ts';
import { gzipParts, plainParts } from '../gzip-pieces.ts';
import { createMemberData } from './member-data.ts';
import { createTemplate, fill } from './template.ts';
import type { SlotMarker, TemplateMarkup } from './template-markup.ts';

interface Ada {
  readonly name: string;
  readonly wishes: readonly string[];
}

const nonce = 'a1b2';
const nameOf = reader('name', (data: unknown) => (data as Ada).name);
const isWished = reader('is-wished', (data: unknown, id: unknown) =>
  (data as Ada).wishes.includes(id as string),
);

const name: SlotMarker = { kind: 'text', source: 0, read: nameOf, about: undefined };
const data: SlotMarker = { kind: 'data', source: 0 };
const wished = (about: string, isRare = false): SlotMarker => ({
  kind: 'case',
  source: 0,
  is: isWished,
  about,
  isRare,
});

const text = (id: number) => `\uE000${nonce}:${id}\uE001`;
const slot = (id: number, first: string, second: string) =>
  `<slot-${nonce} data-slot="${id}">${first}<or-${nonce}></or-${nonce}>${second}</slot-${nonce}>`;

function written(slots: readonly SlotMarker[], html: string): TemplateMarkup {
  return { nonce, html, slots, sources: [{ name: 'viewer' }] };
}

async function filled(page: TemplateMarkup, ada: Ada): Promise<string> {
  const template = await createTemplate(page, () => {});
  const own = [createMemberData(ada)];
  const plain = Buffer.concat([...plainParts(fill(template, own))]).toString();
  const packed = Buffer.concat([...gzipParts(fill(template, own))]);
  expect(gunzipSync(packed).toString()).toBe(plain);
  return plain;
}

test('text, case and data slots are filled in at their places', async () => {
  const page = written(
    [name, wished('x'), name, wished('y', true), data],
    `<b title="${text(0)}">${slot(1, 'no', `yes, ${text(2)}`)}</b>${slot(3, '', '!')}<i>"${text(4)}"</i>`,
  );

  expect(await filled(page, { name: `O'Neil & "<b>"`, wishes: ['x'] })).toBe(
    '<b title="O&#x27;Neil &amp; &quot;&lt;b&gt;&quot;">yes, O&#x27;Neil &amp; &quot;&lt;b&gt;&quot;</b>' +
      `<i>{"name":"O'Neil \\u0026 \\"\\u003cb\\u003e\\"","wishes":["x"]}</i>`,
  );
  expect(await filled(page, { name: 'Bo', wishes: ['y'] })).toBe(
    '<b title="Bo">no</b>!<i>{"name":"Bo","wishes":["y"]}</i>',
  );
});

test('rare slots are filled in correctly in every combination', async () => {
  const ids = ['a', 'b', 'c'];
  const page = written(
    ids.map((id) => wished(id, true)),
    ids.map((id, index) => `${id}${slot(index, '-', '+')}`).join(''),
  );

  for (const wishes of [[], ['a'], ['b'], ['a', 'c'], ids]) {
    const expected = ids.map((id) => `${id}${wishes.includes(id) ? '+' : '-'}`).join('');
    expect(await filled(page, { name: '', wishes })).toBe(expected);
  }
});

test('the bytes of rare variants are counted while they are cached, at most two at a time', async () => {
  const ids = ['a', 'b', 'c'];
  const long = 'x'.repeat(1_000);
  const page = written(
    ids.map((id) => wished(id, true)),
    ids.map((_, index) => `${long}${slot(index, '-', '+')}`).join(''),
  );
  let grown = 0;
  const template = await createTemplate(page, (bytes) => {
    grown += bytes;
  });
  const see = (wishes: readonly string[]) => {
    fill(template, [createMemberData({ name: '', wishes })]);
    return grown;
  };

  expect(see([])).toBe(0);
  const one = see(['a']);
  expect(one).toBeGreaterThan(3_000);
  expect(see(['a'])).toBe(one);
  const two = see(['b']);
  expect(two).toBe(2 * one);
  expect(see(['c'])).toBe(two);
});

test('a slot within a slot is refused', async () => {
  const page = written([wished('x'), wished('y')], slot(0, 'a', slot(1, 'a', 'b')));

  await expect(createTemplate(page, () => {})).rejects.toThrow('within another one');
});
