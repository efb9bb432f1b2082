import { expect, test } from 'vitest';
import { emptyText } from '../../../common/web/draft-text.ts';
import type { Draft } from '../../contract/drafts.ts';
import type { FoundCopy } from '../device/local-copies.ts';
import { findRecoverable } from './recoverable-drafts.ts';

const shown = { text: emptyText, startText: emptyText };

function text(title: string) {
  return { ...emptyText, title };
}

function copyOf(title: string, changes: Partial<FoundCopy> = {}): FoundCopy {
  return {
    device: `tab ${title}`,
    text: text(title),
    baseTag: null,
    revision: null,
    submissionKey: null,
    savedAt: Date.UTC(2026, 0, 1, 12),
    ...changes,
  };
}

const draft: Draft = {
  key: 'new',
  text: text('Draft'),
  baseTag: null,
  revision: 'r1',
  device: 'another tab',
  savedAt: '2026-01-01T12:30:00.000Z',
};

test("local copies and the server's draft are offered, newest first", () => {
  const { recoverable } = findRecoverable(
    { copies: [copyOf('Old'), copyOf('Older')], draft },
    shown,
  );
  expect(
    recoverable.map((candidate) => [candidate.text.title, candidate.origin, candidate.revision]),
  ).toEqual([
    ['Draft', 'server', 'r1'],
    ['Old', 'device', null],
    ['Older', 'device', null],
  ]);
});

test.each([
  ['knew its revision', { revision: 'r1' }],
  ['sent it, and died before the answer', { device: 'another tab' }],
])('a copy of a tab that %s continues the draft, which is not offered separately', (_, changes) => {
  const { recoverable } = findRecoverable({ copies: [copyOf('Newer', changes)], draft }, shown);
  expect(recoverable.map((candidate) => [candidate.text.title, candidate.revision])).toEqual([
    ['Newer', 'r1'],
  ]);
});

test('a text that the form shows or started with is not offered', () => {
  const changed = { text: text('Draft'), startText: text('Start') };
  const copies = [copyOf('Start'), copyOf('Draft')];
  expect(findRecoverable({ copies, draft }, changed)).toEqual({
    recoverable: [],
    needless: copies,
  });
});

test('a copy equal to the draft is offered in its place and kept', () => {
  const { recoverable, needless } = findRecoverable({ copies: [copyOf('Draft')], draft }, shown);
  expect(recoverable.map(({ origin, revision }) => [origin, revision])).toEqual([['device', 'r1']]);
  expect(needless).toEqual([]);
});
