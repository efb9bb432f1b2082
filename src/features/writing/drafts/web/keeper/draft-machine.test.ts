import { expect, test } from 'vitest';
import { emptyText } from '../../../common/web/draft-text.ts';
import { step } from './draft-machine.ts';
import { beginDraft, type DraftEvent, type DraftState, isUnsaved } from './draft-state.ts';

const now = Date.UTC(2026, 0, 1);
const clock = { now, isOnline: true };
const text = (title: string) => ({ ...emptyText, title });
const start = { device: 'tab', text: emptyText, baseTag: null, draft: null };
const begun = beginDraft({ ...start, opensLast: false });
const opened: readonly DraftEvent[] = [
  { type: 'started' },
  { type: 'looked', draft: null, copies: [] },
];
const savedOnce: DraftEvent = { type: 'saved', revision: 'r1', savedAt: now };
const kept: DraftEvent = { type: 'kept', refused: [] };
const typed = (title: string): DraftEvent => ({ type: 'typed', text: text(title) });

function after(...events: readonly DraftEvent[]): DraftState {
  return events.reduce((state, event) => step(state, event, clock)[0], begun);
}

function effectsOf(event: DraftEvent, ...before: readonly DraftEvent[]) {
  return step(after(...before), event, clock)[1];
}

test('a text is stored on the device 400 ms after a key press and sent 2.5 s after it', () => {
  const state = after(...opened, typed('a'));
  expect([state.keepAt, state.sendAt]).toEqual([now + 400, now + 2_500]);
});

test('the delay after a failed save doubles, up to 30 s', () => {
  let state = after(...opened, typed('a'));
  const waits = Array.from({ length: 6 }, () => {
    for (const type of ['save', 'save-failed'] as const) [state] = step(state, { type }, clock);
    return (state.sendAt ?? now) - now;
  });
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('a refusal with a long wait is shown, retried after ten minutes at most, and cleared by a save', () => {
  const sent = [...opened, typed('a'), { type: 'save' }, kept] as const;
  const reason = 'You have written enough.';
  const refused = after(...sent, { type: 'save-failed', reason, retryAfterMs: 20 * 3_600_000 });
  expect(refused).toMatchObject({ status: 'failed', reason, sendAt: now + 10 * 60_000 });
  const later = [{ type: 'save-failed', reason }, { type: 'save' }, savedOnce] as const;
  expect(after(...sent, ...later)).toMatchObject({ status: 'saved', reason: null });
});

test('after a save without a reply the text from before it is unsaved too', () => {
  const lost = [{ type: 'save' }, kept, { type: 'save-failed' }] as const;
  expect(isUnsaved(after(...opened, typed('a'), ...lost, typed('')))).toBe(true);
});

test('a local copy that could not be updated is removed when the server has a newer text', () => {
  const sent = [...opened, typed('a'), { type: 'save' }] as const;
  const removal = { type: 'remove', devices: ['tab'] };
  const refused: DraftEvent = { type: 'kept', refused: ['tab'] };
  expect(effectsOf(savedOnce, ...sent, refused, typed('ab'))).toContainEqual(removal);
  expect(effectsOf(savedOnce, ...sent, kept, typed('ab'))).not.toContainEqual(removal);
});

test("another tab's copy of the same text is removed only with the write of the form's own copy", () => {
  const copy = { text: text('a'), baseTag: null, revision: null, submissionKey: null, savedAt: 0 };
  const looked: DraftEvent = {
    type: 'looked',
    draft: null,
    copies: [{ ...copy, device: 'another' }],
  };
  expect(effectsOf(looked, { type: 'started' }, typed('a'))).toEqual([
    {
      type: 'keep',
      copies: [{ device: 'tab', copy: { ...copy, savedAt: now } }],
      needless: ['another'],
    },
  ]);
});

test('submitting deletes the draft, so that its former text is unsaved again', () => {
  const saved = [...opened, typed('a'), { type: 'save' }, kept, savedOnce] as const;
  const submitted: DraftEvent = { type: 'submitted', name: 'key' };
  expect(isUnsaved(after(...saved, typed('b'), submitted, typed('a')))).toBe(true);
  expect(isUnsaved(after(...saved, submitted))).toBe(false);
});

test('a stopped tab removes no copies', () => {
  const copy = { text: text('a'), baseTag: null, revision: null, submissionKey: null, savedAt: 0 };
  const looked: DraftEvent = { type: 'looked', draft: null, copies: [{ ...copy, device: 'b' }] };
  const started = [{ type: 'started' }, typed('a')] as const;
  expect(effectsOf(looked, ...started)).not.toEqual([]);
  expect(effectsOf(looked, ...started, { type: 'stopped' })).toEqual([]);
});

test('a delayed save stores the text on the device before it is sent', () => {
  const waiting = [typed('a'), { type: 'save' }, kept, { type: 'save' }, kept, typed('b')] as const;
  const types = effectsOf(savedOnce, ...opened, ...waiting).map(({ type }) => type);
  expect(types).toEqual(['keep', 'save']);
});

test('typing before the lookup ends continues the draft that the form opened', () => {
  const draft = {
    key: 'k',
    text: text('saved'),
    baseTag: null,
    revision: 'r1',
    device: 'other',
    savedAt: new Date(now).toISOString(),
  };
  const events: readonly DraftEvent[] = [
    { type: 'started' },
    typed('saved, and more'),
    { type: 'looked', draft, copies: [] },
    { type: 'save' },
  ];
  let state = beginDraft({ ...start, draft, opensLast: true });
  for (const event of events) [state] = step(state, event, clock);
  expect(state.recoverable).toEqual([]);
  expect(state).toMatchObject({ revision: 'r1', asked: { kind: 'save' } });
});

test('a draft discarded during a lookup is not offered again', () => {
  const draft = {
    key: 'k',
    text: text('saved'),
    baseTag: null,
    revision: 'r1',
    device: 'other',
    savedAt: new Date(now).toISOString(),
  };
  const looking = beginDraft({ ...start, draft, opensLast: false });
  const [started] = step(looking, { type: 'started' }, clock);
  const [candidate] = started.recoverable;
  if (!candidate) throw new Error('There is no recoverable draft.');
  const [discarded] = step(started, { type: 'discarded', candidate }, clock);
  const [state, effects] = step(discarded, { type: 'looked', draft, copies: [] }, clock);
  expect(state.recoverable).toEqual([]);
  expect(state.revision).toBeNull();
  expect(effects).toContainEqual({ type: 'discard', revision: 'r1' });
});
