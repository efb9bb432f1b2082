import { expect, test } from 'vitest';
import type { Edit, Selection } from '../markdown-commands.ts';
import { addColumn, continueTable, moveToCell } from './table-habits.ts';

type Habit = (text: string, selection: Selection) => Edit | undefined;

/**
 * Applies a habit to a text whose selection is between `‹` and `›`; returns the result in this form, or null if there
 * is no edit.
 */
function run(marked: string, habit: Habit): string | null {
  const start = marked.indexOf('‹');
  const text = marked.replace(/[‹›]/g, '');
  const edit = habit(text, { start, end: marked.indexOf('›') - 1 });
  if (!edit) return null;
  const { from, to, insert, select } = edit;
  const changed = text.slice(0, from) + insert + text.slice(to);
  return `${changed.slice(0, select.start)}‹${changed.slice(select.start, select.end)}›${changed.slice(select.end)}`;
}

const next: Habit = (text, selection) => moveToCell(text, selection, false);
const before: Habit = (text, selection) => moveToCell(text, selection, true);

test.for<[string, string | null]>([
  ['| ‹a› | b |\n| --- | --- |\n| c | d |', '| a | ‹b› |\n| --- | --- |\n| c | d |'],
  ['| a | b‹› |\n| --- | --- |\n| c | d |', '| a | b |\n| --- | --- |\n| ‹c› | d |'],
  ['| a | b |\n| --- | --- |\n| c | d‹› |', '| a | b |\n| --- | --- |\n| c | d |\n| ‹› |  |'],
  ['| a | b |\n| --- | --- |\n| ‹› |  |\n\nc', '| a | b |\n| --- | --- |\n|  | ‹› |\n\nc'],
  ['| a \\| ‹› | b |\n| --- | --- |', '| a \\|  | ‹b› |\n| --- | --- |'],
  ['‹a› | b\n--- | ---\nc | d', 'a | ‹b›\n--- | ---\nc | d'],
  ['a | b‹›\n--- | ---\nc | d', 'a | b\n--- | ---\n‹c› | d'],
  ['a | b\n--- | ---\nc | d‹›', 'a | b\n--- | ---\nc | d\n| ‹› |  |'],
  ['| a‹› | b |', null],
  ['a ‹›| b |\n| --- |', null],
  ['```\n| a‹› | b |\n| --- | --- |\n```', null],
])('Tab turns %j into %j', ([given, after]) => {
  expect(run(given, next)).toBe(after);
});

test.for<[string, string | null]>([
  ['| a | b |\n| --- | --- |\n| c‹› | d |', '| a | ‹b› |\n| --- | --- |\n| c | d |'],
  ['| a‹› | b |\n| --- | --- |', null],
])('Shift+Tab turns %j into %j', ([given, after]) => {
  expect(run(given, before)).toBe(after);
});

test.for<[string, string | null]>([
  ['| a‹› | b |\n| --- | --- |\n| c | d |', '| a | b |\n| --- | --- |\n| ‹› |  |\n| c | d |'],
  ['| a | b |\n| --- | --- |\n| c‹› | d |', '| a | b |\n| --- | --- |\n| c | d |\n| ‹› |  |'],
  ['| a |\n| --- |\n| b |\n| ‹› |', '| a |\n| --- |\n| b |\n‹›'],
  ['a | b‹›\n- | -\nc | d', 'a | b\n- | -\n| ‹› |  |\nc | d'],
  ['a | b\n---‹›', null],
  ['a‹›', null],
])('Enter turns %j into %j', ([given, after]) => {
  expect(run(given, continueTable)).toBe(after);
});

test.for<[string, string | null]>([
  [
    '| a | b |\n| --- | --- |\n| c‹› | d |',
    '| a | ‹Column› | b |\n| --- | --- | --- |\n| c |  | d |',
  ],
  ['| a | b‹› |\n| --- | --- |\n| c |', '| a | b | ‹Column› |\n| --- | --- | --- |\n| c |  |'],
  ['a‹› | b\n--- | ---\nc | d\n| e |', 'a | ‹Column› | b\n--- | --- | ---\nc |  | d\n| e |  |'],
  ['a | b‹›\n--- | ---\nc', 'a | b | ‹Column›\n--- | --- | ---\nc'],
  ['a‹›', null],
])('adding a column turns %j into %j', ([given, after]) => {
  expect(run(given, addColumn)).toBe(after);
});
