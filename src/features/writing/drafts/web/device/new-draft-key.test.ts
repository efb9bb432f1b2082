import { expect, test, vi } from 'vitest';
import { isId } from '../../../../../platform/text/id.ts';
import { newDraftKey } from './new-draft-key.ts';

test('a new draft key is an id of the site and sorts by time', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 22));
  const first = newDraftKey();
  clock.mockReturnValue(Date.UTC(2026, 10, 22) + 1);
  const second = newDraftKey();
  clock.mockRestore();
  expect([first, second].every(isId)).toBe(true);
  expect(first < second).toBe(true);
  expect(newDraftKey()).not.toBe(newDraftKey());
});
