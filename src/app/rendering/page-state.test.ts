import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { answeredOf, type PageState, seedQueryClient } from './page-state.ts';

const blog = (id: string, title = id) => ({ _id: id, title, author: { name: 'Ada' } });

/** What a browser has of these results, and the state that it got. */
function carried(results: Readonly<Record<string, unknown>>) {
  const [server, browser] = [new QueryClient(), new QueryClient()];
  for (const [name, data] of Object.entries(results)) server.setQueryData([name], data);
  const text = JSON.stringify(answeredOf(server));
  seedQueryClient(browser, JSON.parse(text) as PageState);
  const got = Object.keys(results).map((name) => [name, browser.getQueryData([name])]);
  return { text, got: Object.fromEntries(got) };
}

test('a blog in several lists of a page is written once, and is in all of them again', () => {
  const results = {
    latest: [blog('a'), blog('b'), blog('c')],
    featured: [blog('c'), blog('a'), blog('d')],
    one: blog('a'),
    names: ['x', 'x', null, 3],
    none: [],
  };
  const { text, got } = carried(results);
  expect(got).toEqual(results);
  expect(text.split('"title":"c"')).toHaveLength(2);
});

test('blogs of one id that differ, as after a change in between, stay two', () => {
  const results = { latest: [blog('a', 'old')], featured: [blog('a', 'new')] };
  expect(carried(results).got).toEqual(results);
});
