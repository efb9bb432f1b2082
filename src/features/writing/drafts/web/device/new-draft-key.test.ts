import { expect, test, vi } from 'vitest';
import { isId } from '../../../../../platform/text/id.ts';
import { newDraftKey } from './new-draft-key.ts';

test('what a draft is called is an id as the site makes them, in the order of time', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 22));
  const first = newDraftKey();
  clock.mockReturnValue(Date.UTC(2026, 10, 22) + 1);
  const second = newDraftKey();
  clock.mockRestore();
  expect([first, second].every(isId)).toBe(true);
  expect(first < second).toBe(true);
  expect(newDraftKey()).not.toBe(newDraftKey());
});
