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

test('a text is kept on the device 400 ms after a key press and sent 2.5 s after it', () => {
  const state = after(...opened, typed('a'));
  expect([state.keepAt, state.sendAt]).toEqual([now + 400, now + 2_500]);
});

test('attempts that fail wait twice as long each time, half a minute at most', () => {
  let state = after(...opened, typed('a'));
  const waits = Array.from({ length: 6 }, () => {
    for (const type of ['save', 'save-failed'] as const) [state] = step(state, { type }, clock);
    return (state.sendAt ?? now) - now;
  });
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('what the server refuses for hours is told, tried again in minutes, and forgotten when it passes', () => {
  const sent = [...opened, typed('a'), { type: 'save' }, kept] as const;
  const reason = 'You have written enough.';
  const refused = after(...sent, { type: 'save-failed', reason, retryAfterMs: 20 * 3_600_000 });
  expect(refused).toMatchObject({ status: 'failed', reason, sendAt: now + 10 * 60_000 });
  const later = [{ type: 'save-failed', reason }, { type: 'save' }, savedOnce] as const;
  expect(after(...sent, ...later)).toMatchObject({ status: 'saved', reason: null });
});

test('after a save without an answer even the text from before it is unsaved', () => {
  const lost = [{ type: 'save' }, kept, { type: 'save-failed' }] as const;
  expect(isUnsaved(after(...opened, typed('a'), ...lost, typed('')))).toBe(true);
});

test('a copy that could not be brought up to date goes when the server has more', () => {
  const sent = [...opened, typed('a'), { type: 'save' }] as const;
  const removal = { type: 'remove', devices: ['tab'] };
  const refused: DraftEvent = { type: 'kept', refused: ['tab'] };
  expect(effectsOf(savedOnce, ...sent, refused, typed('ab'))).toContainEqual(removal);
  expect(effectsOf(savedOnce, ...sent, kept, typed('ab'))).not.toContainEqual(removal);
});

test('a copy that says what the form shows goes only when the form’s own is written', () => {
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

test('a submission takes the draft away: another text that the server had in it is unsaved', () => {
  const saved = [...opened, typed('a'), { type: 'save' }, kept, savedOnce] as const;
  const submitted: DraftEvent = { type: 'submitted', name: 'key' };
  expect(isUnsaved(after(...saved, typed('b'), submitted, typed('a')))).toBe(true);
  expect(isUnsaved(after(...saved, submitted))).toBe(false);
});

test('a tab that has stopped takes no copies away', () => {
  const copy = { text: text('a'), baseTag: null, revision: null, submissionKey: null, savedAt: 0 };
  const looked: DraftEvent = { type: 'looked', draft: null, copies: [{ ...copy, device: 'b' }] };
  const started = [{ type: 'started' }, typed('a')] as const;
  expect(effectsOf(looked, ...started)).not.toEqual([]);
  expect(effectsOf(looked, ...started, { type: 'stopped' })).toEqual([]);
});

test('a save that waited for its turn keeps the text on the device before it is sent', () => {
  const waiting = [typed('a'), { type: 'save' }, kept, { type: 'save' }, kept, typed('b')] as const;
  const types = effectsOf(savedOnce, ...opened, ...waiting).map(({ type }) => type);
  expect(types).toEqual(['keep', 'save']);
});

test('who types before the look is answered goes on from the draft that the form opened with', () => {
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

test('what was discarded while a look was on its way is not offered again by it', () => {
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
