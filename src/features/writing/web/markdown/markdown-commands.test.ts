import { expect, test } from 'vitest';
import { editFor, type MarkdownCommand } from './markdown-commands.ts';

/** Runs a command on a text whose selection stands between `‹` and `›`, and shows what comes of it likewise. */
function run(command: MarkdownCommand, marked: string): string {
  const start = marked.indexOf('‹');
  const end = marked.indexOf('›') - 1;
  const text = marked.replace(/[‹›]/g, '');
  const { from, to, insert, select } = editFor(command, text, { start, end });
  const changed = text.slice(0, from) + insert + text.slice(to);
  return `${changed.slice(0, select.start)}‹${changed.slice(select.start, select.end)}›${changed.slice(select.end)}`;
}

test.for<[MarkdownCommand, string, string]>([
  ['bold', 'a ‹word› here', 'a **‹word›** here'],
  ['bold', 'a **‹word›** here', 'a ‹word› here'],
  ['bold', 'a ‹**word**› here', 'a ‹word› here'],
  ['bold', 'a‹ word ›here', 'a **‹word›** here'],
  ['italic', 'a ‹›', 'a _‹›_'],
  ['italic', '‹word›', '_‹word›_'],
  ['code', 'run ‹npm start› now', 'run `‹npm start›` now'],
  ['code', 'x\n‹one\ntwo›\ny', 'x\n```\n‹one\ntwo›\n```\ny'],
  ['heading', 'one\ntw‹›o\nthree', 'one\n## two‹›\nthree'],
  ['heading', '## tw‹›o', 'two‹›'],
  ['heading', '‹›', '## ‹›'],
  ['quote', '‹one\n\ntwo›', '‹> one\n\n> two›'],
  ['quote', '‹> one\n\n> two›', '‹one\n\ntwo›'],
  ['list', 'a\n‹b\nc\n›d', 'a\n‹- b\n- c›\nd'],
  ['list', '‹- b\nc›', '‹- - b\n- c›'],
  ['link', 'see ‹this page›', 'see [this page](‹https://›)'],
  ['link', 'see ‹›', 'see [‹words›](https://)'],
  ['link', '‹https://example.org/a›', '[‹words›](https://example.org/a)'],
  ['image', '‹›', '![‹what it shows›](https://)'],
])('%s makes of %j: %j', ([command, before, after]) => {
  expect(run(command, before)).toBe(after);
});
