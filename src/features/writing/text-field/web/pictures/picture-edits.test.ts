import { expect, test } from 'vitest';
import type { Edit } from '../markdown-commands.ts';
import {
  arrivalEdit,
  changeEdit,
  describeEdit,
  type PictureWords,
  pictureAround,
  pictureMarkdown,
  placeholderFor,
  withdrawalEdit,
  withoutPlaceholders,
} from './picture-edits.ts';

const place = placeholderFor('a [b](c) "d".png', '7k');
const caret = (at: number) => ({ start: at, end: at });

function applied(text: string, edit: Edit | undefined): string | undefined {
  if (!edit) return undefined;
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return `${result.slice(0, edit.select.start)}|${result.slice(edit.select.start)}`;
}

test('the placeholder of a picture is an image without an address, whatever the file name', () => {
  expect(place).toBe('![Sending a bc d.png (7k)…]()');
});

test('a picture replaces its placeholder, and the caret stays in place', () => {
  const text = `Before ${place} after`;
  const picture = '![](/pictures/a.webp)';
  expect(applied(text, arrivalEdit(text, caret(3), place, '/pictures/a.webp'))).toBe(
    `Bef|ore ${picture} after`,
  );
  expect(applied(text, arrivalEdit(text, caret(text.length), place, '/pictures/a.webp'))).toBe(
    `Before ${picture} after|`,
  );
});

test("a picture's size is stored in its address and can be removed", () => {
  const address = '/images/a.webp';
  const was = { alt: 'A', caption: '' };
  const is = { ...was, size: 'wide' } as const;
  const sized = applied(
    `![A](${address})`,
    describeEdit(`![A](${address})`, caret(0), address, { was, is }),
  );
  expect(sized).toBe(`|![A](${address}#wide)`);
  const now = `![A](${address}#wide)`;
  expect(applied(now, describeEdit(now, caret(0), address, { was: is, is: was }))).toBe(
    `|![A](${address})`,
  );
});

test('a picture whose placeholder was deleted is not inserted', () => {
  expect(arrivalEdit('Before after', caret(3), place, '/pictures/a.webp')).toBeUndefined();
});

test('a failed upload removes its placeholder', () => {
  const text = `Before\n\n${place}\n\nafter`;
  expect(applied(text, withdrawalEdit(text, caret(text.length), place))).toBe('Before\n\nafter|');
  expect(applied(place, withdrawalEdit(place, caret(0), place))).toBe('|');
});

test('a picture never takes the place of another one’s placeholder', () => {
  const [stale, own] = [placeholderFor('a.png', '1'), placeholderFor('a.png', 'x1')];
  const text = `${stale}\n\n${own}`;
  expect(applied(text, arrivalEdit(text, caret(0), own, '/pictures/a.webp'))).toBe(
    `|${stale}\n\n![](/pictures/a.webp)`,
  );
});

const [one, two] = [placeholderFor('one.png', '0a1'), placeholderFor('', 'zz')];

test.each([
  ['alone', one, ''],
  ['first', `${one}\n\nAfter`, 'After'],
  ['last', `Before\n\n${one}`, 'Before'],
  ['between paragraphs', `Before\n\n${one}\n\nAfter`, 'Before\n\nAfter'],
  ['side by side', `Before\n\n${one}\n${two}\n\nAfter`, 'Before\n\nAfter'],
  ['beside a picture', `Before\n\n${one}\n![](/a.png)`, 'Before\n\n![](/a.png)'],
  ['within a line', `See ${one}, twice ${one}.`, 'See , twice .'],
  ['in a quote', `> a\n>\n> ${one}`, '> a\n>\n> '],
  ['of an older version', 'Before\n\n![Sending a b-c.jpg (12)…]()', 'Before'],
])('what is saved has no placeholder: %s', (_, text, saved) => {
  expect(withoutPlaceholders(text)).toBe(saved);
});

test.each([
  '![Sending a letter]()',
  '![Sending a (b)…](/images/a.webp)',
  '[Sending a (1)…]()',
  'Sending a.png (1)…',
])('%j is no placeholder', (text) => {
  expect(withoutPlaceholders(text)).toBe(text);
});

test.each<[string, PictureWords]>([
  ['![](/a.webp)', { alt: '', caption: '', size: undefined }],
  ['![A \\[b\\]](/a.webp#wide "\\"c\\"")', { alt: 'A [b]', caption: '"c"', size: 'wide' }],
  ['![a\\_b](</a.webp> "")', { alt: 'a_b', caption: '', size: undefined }],
])('the picture %s at the caret is read and written again', (source, words) => {
  const text = `Before ![x](/x.webp) ${source} after`;
  const from = text.indexOf(source);
  for (const at of [from, from + 3, from + source.length]) {
    const found = pictureAround(text, caret(at));
    expect(found).toMatchObject({ start: from, source, address: '/a.webp', words });
  }
  expect(pictureAround(text, caret(3))).toBeUndefined();
  const again = pictureMarkdown('/a.webp', words);
  expect(pictureAround(again, caret(0))?.words).toEqual(words);
});

test('a picture is changed where it stands, also after a change of the text above', () => {
  const text = '![a](/a.webp)\n\n![a](/a.webp)';
  const found = pictureAround(text, caret(text.length));
  if (!found) throw new Error('There is a picture.');
  expect(applied(text, changeEdit(text, found, '![b](/a.webp)'))).toBe(
    '![a](/a.webp)\n\n![b](/a.webp)|',
  );
  const now = 'Above ![a](/a.webp)';
  expect(applied(now, changeEdit(now, found, '![b](/a.webp)'))).toBe('Above ![b](/a.webp)|');
  expect(changeEdit('', found, '')).toBeUndefined();
});

test("a picture's description and caption are escaped and can be removed", () => {
  const address = '/pictures/a.webp';
  const was = { alt: '', caption: '' };
  const is = { alt: 'A [dog]\\ ', caption: 'The "dog"\nagain' };
  const text = `One ![](${address}) two`;
  const described = '![A \\[dog\\]\\\\](/pictures/a.webp "The \\"dog\\" again")';
  expect(applied(text, describeEdit(text, caret(0), address, { was, is }))).toBe(
    `|One ${described} two`,
  );
  const now = `One ${described} two`;
  expect(applied(now, describeEdit(now, caret(0), address, { was: is, is: was }))).toBe(`|${text}`);
});
