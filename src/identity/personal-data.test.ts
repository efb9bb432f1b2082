import { expect, test } from 'vitest';
import { z } from 'zod';
import { inReleaseOrder, type PersonalData } from './personal-data.ts';

function part(name: string, foundThrough?: string): PersonalData {
  const rowsOf = async function* () {};
  return { name, row: z.object({}), rowsOf, ...(foundThrough && { foundThrough }) };
}

const orderOf = (...parts: readonly PersonalData[]) =>
  inReleaseOrder(parts).map(({ name }) => name);

test('what is found through other rows is taken out of sight before them, wherever it is listed', () => {
  const [blogs, comments] = [part('blogs'), part('comments', 'blogs')];
  const reactions = part('reactions', 'comments');
  const expected = ['reactions', 'comments', 'blogs'];
  expect(orderOf(blogs, comments, reactions)).toEqual(expected);
  expect(orderOf(reactions, comments, blogs)).toEqual(expected);
});

test('the rest stays in the order of the list', () => {
  expect(orderOf(part('wishes'), part('blogs'), part('acts', 'people'))).toEqual([
    'wishes',
    'blogs',
    'acts',
  ]);
});
