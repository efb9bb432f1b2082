import { expect, test } from 'vitest';
import { readFrontMatter, SourceProblem } from './read-front-matter.ts';

test.each([
  ['{"title":"A","draft":true}\nBody.\n', { title: 'A', draft: true }, 'Body.\n'],
  [
    '{"title": "A } \\" {",\r\n "in": {"b": 1}}\r\nBody.\r\n',
    { title: 'A } " {', in: { b: 1 } },
    'Body.\r\n',
  ],
  [
    '{\n  "title": "A",\n  "in": {\n"b": 1\n}\n}\n\n{ "no": 1 }\n',
    { title: 'A', in: { b: 1 } },
    '\n{ "no": 1 }\n',
  ],
  ['{}', {}, ''],
])('JSON front matter ends where its object does: %j', (text, fields, body) => {
  const read = readFrontMatter(text);
  expect([Object.fromEntries(read.fields), read.body]).toEqual([fields, body]);
});

test.each([
  ['{"title": "A"\nBody.\n', 'its front matter has no end: the } that closes it is missing'],
  ['{"title": "A\nBody. }\n', 'its front matter has no end: the } that closes it is missing'],
  ['{"title": A}\n', 'its front matter is broken: it is no JSON'],
  ['{{< note >}}\n', 'it has no front matter (a block between two lines of --- at its top)'],
  ['{: .wide}\n', 'it has no front matter (a block between two lines of --- at its top)'],
  [
    `{"title": "${'a'.repeat(40_000)}"}\n`,
    'its front matter is longer than 32 KB: is the } that closes it missing?',
  ],
])('what is no JSON front matter is said: %.30j', (text, reason) => {
  expect(() => readFrontMatter(text)).toThrow(new SourceProblem(reason));
});
