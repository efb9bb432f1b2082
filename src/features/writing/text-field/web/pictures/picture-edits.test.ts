import { expect, test } from 'vitest';
import type { Edit } from '../markdown-commands.ts';
import { arrivalEdit, describeEdit, placeholderFor, withdrawalEdit } from './picture-edits.ts';

const place = placeholderFor('a [b](c) "d".png', 7);
const caret = (at: number) => ({ start: at, end: at });

function applied(text: string, edit: Edit | undefined): string | undefined {
  if (!edit) return undefined;
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return `${result.slice(0, edit.select.start)}|${result.slice(edit.select.start)}`;
}

test('the placeholder of a picture is an image without an address, whatever the file name', () => {
  expect(place).toBe('![Sending a bc d.png (7)…]()');
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
