import { expect, test } from 'vitest';
import { blogTextSchema } from './blog-text.ts';

const text = {
  title: 'A title',
  imageUrl: '/images/a.webp',
  category: 'Travel',
  shortDescription: 'Short.',
  longDescription: 'Long.',
};

function messagesFor(change: object): string[] {
  return (
    blogTextSchema.safeParse({ ...text, ...change }).error?.issues.map((issue) => issue.message) ??
    []
  );
}

test('the text of a blog keeps its five fields, drops others and normalizes line breaks', () => {
  const longDescription = 'One\r\n\r\nTwo';
  expect(
    blogTextSchema.parse({ ...text, title: ' A\ntitle ', longDescription, author: 'x' }),
  ).toEqual({
    ...text,
    longDescription: 'One\n\nTwo',
  });
});

test('150 emoji fit a short description, 151 do not', () => {
  expect(messagesFor({ shortDescription: '😀'.repeat(150) })).toEqual([]);
  expect(messagesFor({ shortDescription: '😀'.repeat(151) })).toEqual([
    'Short description can have at most 150 characters.',
  ]);
});

test.each([
  [{ title: undefined }, 'Title is required.'],
  [{ title: '\u200b' }, 'Title is required.'],
  [{ title: '\u3164\u115f' }, 'Title is required.'],
  [{ title: '\u2800\ufe0f' }, 'Title is required.'],
  [{ category: 'Sports' }, 'Category must be chosen from the list.'],
  [{ longDescription: 'a\u0000b' }, "Long description holds characters that can't be used."],
  [{ longDescription: 'a\ud800' }, "Long description holds characters that can't be used."],
  [
    { longDescription: 'x'.repeat(1_000_001) },
    'Long description can have at most 1000000 characters.',
  ],
])('a text with an invalid field is refused with a message (%#)', (change, message) => {
  expect(messagesFor(change)).toEqual([message]);
});
