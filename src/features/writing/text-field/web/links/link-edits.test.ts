import { expect, test } from 'vitest';
import { linkAround, linkEdit, readAddress } from './link-edits.ts';

/** Adds a link to the selection between `‹` and `›`; returns the text. */
function linked(marked: string, given: { words?: string; address?: string } = {}): string {
  const start = marked.indexOf('‹');
  const end = marked.indexOf('›') - 1;
  const text = marked.replace(/[‹›]/g, '');
  const place = linkAround(text, { start, end });
  const { from, to, insert } = linkEdit(
    place,
    given.words ?? place.words,
    given.address ?? place.address,
  );
  return text.slice(0, from) + insert + text.slice(to);
}

test.for([
  ['see ‹this page›', { address: 'https://a.example/' }, 'see [this page](https://a.example/)'],
  ['see ‹›', { address: 'https://a.example/' }, 'see <https://a.example/>'],
  ['see ‹›', { address: '/All-blogs' }, 'see [/All-blogs](/All-blogs)'],
  ['‹https://a.example/›', { words: 'a' }, '[a](https://a.example/)'],
  ['‹a [b]›', { address: '/c' }, '[a \\[b\\]](/c)'],
  ['see [th‹›is](https://a.example/)', { address: '/b' }, 'see [this](/b)'],
  ['see [th‹›is](/a "b") on', { address: '/c' }, 'see [this](/c "b") on'],
  ['see [th‹›is](/a) on', { address: '' }, 'see this on'],
  ['![a](/b.jpg) ‹c›', { address: '/d' }, '![a](/b.jpg) [c](/d)'],
  ['‹a›', { address: 'https://a.example/(b)' }, '[a](<https://a.example/(b)>)'],
  ['[a‹›](https://a.example/b_(c))', {}, '[a](<https://a.example/b_(c)>)'],
] as const)('linking %j with %j gives %j', ([marked, given, after]) => {
  expect(linked(marked, given)).toBe(after);
});

test('a link is found near the selection in a very long line', () => {
  const marks = '\\['.repeat(200_000);
  expect(linked(`${marks} [th‹›is](/a) ${marks}`, { address: '/b' })).toBe(
    `${marks} [this](/b) ${marks}`,
  );
  expect(linkAround(marks, { start: 0, end: marks.length }).address).toBe('');
});

test.for([
  ['https://a.example/b', 'https://a.example/b'],
  [' a.example/b ', 'https://a.example/b'],
  ['/All-blogs', '/All-blogs'],
  ['#part', '#part'],
  ['javascript:alert(1)', undefined],
  ['two words', undefined],
  ['', undefined],
] as const)('the address %j is read as %j', ([given, address]) => {
  expect(readAddress(given)).toBe(address);
});
