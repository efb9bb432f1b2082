import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../launcher/project.mjs';

const wordsMax = 300;
const names = readdirSync(inProject('docs', 'decisions'));
const decisions = names.map((name) => ({
  name,
  text: readFileSync(inProject('docs', 'decisions', name), 'utf8'),
}));

test('no decision has more than 300 words: figures belong to the benchmark that prints them', () => {
  const words = decisions.map(({ name, text }) => ({ name, count: text.match(/\S+/g)?.length }));
  expect(words.length).toBeGreaterThan(30);
  expect(words.filter(({ count = 0 }) => count > wordsMax)).toEqual([]);
});

test.each(decisions)(
  '$name says context, decision and consequences under its number',
  ({ name, text }) => {
    expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
    const parts = text.match(/^\*\*(?:Context|Decision|Consequences)(?=[.:,])/gm) ?? [];
    expect(new Set(parts)).toEqual(new Set(['**Context', '**Decision', '**Consequences']));
  },
);
