import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
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

test('what depends on the member alone is one piece, made once for all pages, and again after a change', async () => {
  const page = (title: string) =>
    written(
      [name, data, name, wished('x')],
      `<h1>${title}</h1><a title="${text(0)}">me</a><i>"${text(1)}"</i>${text(2)}<p></p>${slot(3, '-', '+')}`,
    );
  const grown: number[] = [];
  const ada = createMemberData({ name: 'Ada', wishes: [] }, (bytes) => grown.push(bytes));
  const [first, second] = await Promise.all(
    ['One', 'Two'].map(async (title) => fill(await createTemplate(page(title), () => {}), [ada])),
  );

  const whole = '<h1>One</h1><a title="Ada">me</a><i>{"name":"Ada","wishes":[]}</i>Ada<p></p>-';
  expect(Buffer.concat([...plainParts(first ?? [])]).toString()).toBe(whole);
  expect(gunzipSync(Buffer.concat([...gzipParts(first ?? [])])).toString()).toBe(whole);
  const own = first?.find(({ plain }) => plain.toString().startsWith('Ada"'));
  expect(own?.plain.toString()).toBe('Ada">me</a><i>{"name":"Ada","wishes":[]}</i>Ada');
  expect(second).toContain(own);
  // Counted once, and once more when it is deflated.
  expect(grown).toHaveLength(2);
  expect(Math.min(...grown)).toBeGreaterThan(0);

  const template = await createTemplate(page('One'), () => {});
  const changed = fill(template, [createMemberData({ name: 'Bo', wishes: ['x'] })]);
  expect(Buffer.concat([...plainParts(changed)]).toString()).toBe(
    '<h1>One</h1><a title="Bo">me</a><i>{"name":"Bo","wishes":["x"]}</i>Bo<p></p>+',
  );
});

test('joined pieces are remade when any of their data is other data, and a member has at most eight', async () => {
  let bytes = 0;
  const viewer = createMemberData('Ada', (added) => {
    bytes += added;
  });
  const make = (...words: readonly string[]) =>
    vi.fn(() => words.map((word) => createMemberData(word).pieceOf(data)));
  const [wishes, others] = [createMemberData(1), createMemberData(2)];

  const once = make('a', 'b');
  const piece = viewer.joinedPiece('frame', [viewer, wishes], once);
  expect(viewer.joinedPiece('frame', [viewer, wishes], once)).toBe(piece);
  expect(once).toHaveBeenCalledTimes(1);
  const alone = bytes;
  const again = viewer.joinedPiece('frame', [viewer, others], make('a', 'c'));
  expect(again.plain.toString()).toBe('"a""c"');
  expect(bytes).toBe(alone);

  for (let count = 0; count < 20; count += 1)
    viewer.joinedPiece(`frame ${count}`, [viewer], make('a', 'b'));
  expect(bytes).toBe(8 * alone);
});
