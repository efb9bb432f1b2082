import { expect, test } from 'vitest';
import type { Edit, Selection } from '../markdown-commands.ts';
import { continueLine, indentLines, tickAt } from './line-habits.ts';

/**
 * Applies a habit to a text whose selection is between `‹` and `›`; returns the result in this form, or null if there
 * is no edit.
 */
function run(marked: string, habit: (text: string, selection: Selection) => Edit | undefined) {
  const start = marked.indexOf('‹');
  const text = marked.replace(/[‹›]/g, '');
  const edit = habit(text, { start, end: marked.indexOf('›') - 1 });
  if (!edit) return null;
  const { from, to, insert, select } = edit;
  const changed = text.slice(0, from) + insert + text.slice(to);
  return `${changed.slice(0, select.start)}‹${changed.slice(select.start, select.end)}›${changed.slice(select.end)}`;
}

test.for<[string, string | null]>([
  ['- a‹›', '- a\n- ‹›'],
  ['- a‹›b', '- a\n- ‹›b'],
  ['  * a‹›', '  * a\n  * ‹›'],
  ['9. a‹›\nb', '9. a\n10. ‹›\nb'],
  ['1) a‹›', '1) a\n2) ‹›'],
  ['- [x] a‹›', '- [x] a\n- [ ] ‹›'],
  ['> a‹›', '> a\n> ‹›'],
  ['> - a‹›', '> - a\n> - ‹›'],
  ['a\n- ‹›\nb', 'a\n‹›\nb'],
  ['- [ ] ‹›', '‹›'],
  ['> - ‹›', '> ‹›'],
  ['> ‹›', '‹›'],
  ['‹›- a', null],
  ['a‹›', null],
  ['  a‹›', null],
  ['-a‹›', null],
  ['```\n- a‹›', null],
  ['```\n```\n- a‹›', '```\n```\n- a\n- ‹›'],
])('Enter turns %j into %j', ([before, after]) => {
  expect(run(before, continueLine)).toBe(after);
});

test.for<[string, string | null]>([
  ['- a\n- b‹›', '- a\n  - b‹›'],
  ['1. a\n10. b‹›', '1. a\n    10. b‹›'],
  ['‹- a\n- b›\n- c', '  ‹- a\n  - b›\n- c'],
  ['a‹›', null],
  ['```\n- a‹›', null],
])('Tab turns %j into %j', ([before, after]) => {
  expect(run(before, (text, selection) => indentLines(text, selection, false))).toBe(after);
});

test.for<[string, string | null]>([
  ['- a\n  - b‹›', '- a\n- b‹›'],
  ['- a\n - ‹b›', '- a\n- ‹b›'],
  ['  - a\n‹  - b\n- c›', '  - a\n‹- b\n- c›'],
  ['- a‹›', null],
])('Shift+Tab turns %j into %j', ([before, after]) => {
  expect(run(before, (text, selection) => indentLines(text, selection, true))).toBe(after);
});

test.for([
  ['- [ ] a', 3],
  ['> > 12) [x] a', 9],
  ['>- [X]', 4],
  ['- [y] a', undefined],
  ['- a [ ]', undefined],
  // If each blank could be matched in two ways, backtracking would take exponential time.
  [`${'> '.repeat(1_000)}a`, undefined],
  [`${'> '.repeat(1_000)}- [ ] a`, 2_003],
] as const)('the checkbox of %j is at %s', ([line, tick]) => {
  expect(tickAt(line)).toBe(tick);
});
