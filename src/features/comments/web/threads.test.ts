import { expect, test } from 'vitest';
import { isBefore, threadsOf, withComment } from './threads.ts';

const top = (id: string) => ({ _id: id, replyTo: null });
const reply = (id: string, replyTo: string) => ({ _id: id, replyTo });
const ids = (comments: readonly { readonly _id: string }[]) => comments.map(({ _id }) => _id);

test('replies are grouped by thread, also when its first comment is deleted', () => {
  const comments = [top('a'), reply('d', 'a'), reply('c', 'b'), reply('e', 'b')];
  expect(threadsOf(comments)).toEqual([
    { id: 'a', top: top('a'), replies: [reply('d', 'a')] },
    { id: 'b', top: undefined, replies: [reply('c', 'b'), reply('e', 'b')] },
  ]);
});

test('a new comment is inserted once, where the server sorts it in each order', () => {
  const threads = [top('a'), reply('d', 'a'), top('c')];
  expect(ids(withComment('threads', threads, reply('e', 'a')))).toEqual(['a', 'd', 'e', 'c']);
  expect(ids(withComment('threads', threads, top('f')))).toEqual(['a', 'd', 'c', 'f']);
  expect(ids(withComment('threads', threads, reply('d', 'a')))).toEqual(['a', 'd', 'c']);
  const newest = [top('c'), top('a'), reply('d', 'a')];
  expect(ids(withComment('newest', newest, top('f')))).toEqual(['f', 'c', 'a', 'd']);
  expect(ids(withComment('newest', newest, reply('e', 'c')))).toEqual(['c', 'e', 'a', 'd']);
  expect(isBefore('newest', top('f'), top('a'))).toBe(true);
  expect(isBefore('threads', top('f'), top('a'))).toBe(false);
});
