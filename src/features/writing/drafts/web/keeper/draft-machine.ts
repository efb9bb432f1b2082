import type { DraftText } from '../../../common/contract.ts';
import { isSameText } from '../../../common/web/draft-text.ts';
import type { Draft } from '../../contract/drafts.ts';
import type { FoundCopy } from '../device/local-copies.ts';
import { type DraftEvent, type DraftState, isUnsaved } from './draft-state.ts';
import {
  answered,
  type Clock,
  change,
  copyOf,
  inOrder,
  keep,
  needsCopy,
  remove,
  request,
  type StepResult,
  save,
  sendIn,
  type Transition,
  when,
} from './draft-transitions.ts';
import { findRecoverable, type RecoverableDraft } from './recoverable-drafts.ts';

/** Milliseconds from a key press until the text is kept: on the device, and on the server. */
const keepDelayMs = 400;
const sendDelayMs = 2_500;
/** Milliseconds from a failure to the next attempt; doubled at each. */
const firstRetryMs = 2_000;
const longestRetryMs = 30_000;
/** However long the server says to wait: a clock may be set, and an operator may help. */
const longestWaitMs = 10 * 60_000;

type EventOf<T extends DraftEvent['type']> = Extract<DraftEvent, { type: T }>;

/** Puts another text into the form's place; the one that stood there is offered back, if somebody typed it. */
function exchange(text: DraftText, name: string): Transition {
  return (state, { now }) => {
    const next = { ...state, text, discarded: null, isOpening: false };
    if (isSameText(state.text, state.startText) || isSameText(state.text, text)) return [next, []];
    const named = copyOf({ ...state, revision: null, submissionKey: null }, name, now);
    const candidate: RecoverableDraft = { ...named.copy, id: name, origin: 'device' };
    return [
      { ...next, recoverable: [candidate, ...state.recoverable], aside: [...state.aside, named] },
      [],
    ];
  };
}

function forget({ id }: RecoverableDraft): Transition {
  return (state) => {
    const recoverable = state.recoverable.filter((candidate) => candidate.id !== id);
    const aside = state.aside.filter(({ device }) => device !== id);
    return [{ ...state, recoverable, aside }, []];
  };
}

/** The form goes on with a text of which nothing has to be kept. */
function startWith(text: DraftText): Transition {
  return inOrder(
    change({ text, serverText: text, startText: text, submissionKey: null }),
    change({ sendAt: null, isPaused: false, isOpening: false, status: 'none', discarded: null }),
    keep(),
  );
}

function typed(text: DraftText): Transition {
  return (state, { now }) => {
    if (isSameText(text, state.text)) return [state, []];
    if (!state.isStarted) return [{ ...state, text, isOpening: false }, []];
    // A retry that is due keeps its time.
    const { keepAt, sendAt } = state;
    const due = { keepAt: keepAt ?? now + keepDelayMs, sendAt: sendAt ?? now + sendDelayMs };
    return [{ ...state, text, discarded: null, isOpening: false, ...due }, []];
  };
}

function replaced({ text, name }: EventOf<'replaced'>): Transition {
  return inOrder(
    exchange(text, name),
    change({ submissionKey: null }),
    keep(),
    sendIn(sendDelayMs),
  );
}

/** Not as saved: since a recoverable draft was found, another tab may have taken its draft away. */
function restored({ candidate, name }: EventOf<'restored'>): Transition {
  const { id, text, baseTag, submissionKey } = candidate;
  return inOrder(
    exchange(text, name),
    forget(candidate),
    (state) => {
      const revision = candidate.revision ?? state.revision;
      return [{ ...state, baseTag, submissionKey, revision }, []];
    },
    keep(candidate.origin === 'device' ? [id] : []),
    sendIn(sendDelayMs),
  );
}

function discarded({ candidate }: EventOf<'discarded'>): Transition {
  const { id, origin, revision } = candidate;
  return inOrder(
    forget(candidate),
    change({ discarded: candidate }),
    (state) => {
      const { asked } = state;
      if (asked?.kind !== 'put-back' || asked.id !== id) return [state, []];
      return [{ ...state, asked: { ...asked, isUnwanted: true } }, []];
    },
    when(() => origin === 'device', remove([id])),
    // Not where the form goes on from it. Where this fails, it is offered again.
    revision === null
      ? change({})
      : when((state) => state.revision !== revision, request({ kind: 'discard', revision })),
    sendIn(sendDelayMs),
  );
}

/** On the device at once, and on the server as soon as it takes it; until then it is offered as the device's. */
function discardUndone({ name }: EventOf<'discard-undone'>): Transition {
  return (state, clock) => {
    const { discarded: candidate } = state;
    if (!candidate) return [state, []];
    const { text, baseTag, submissionKey, savedAt, revision } = candidate;
    const id = candidate.origin === 'device' ? candidate.id : name;
    const back: RecoverableDraft = { ...candidate, id, origin: 'device', revision: null };
    const recoverable = [...state.recoverable, back].sort(
      (one, other) => other.savedAt - one.savedAt,
    );
    const copy = { text, baseTag, submissionKey, savedAt, revision: null };
    const next = { ...state, recoverable, discarded: null };
    return inOrder(
      change({ aside: [...state.aside, { device: id, copy }] }),
      keep(),
      when(() => revision !== null, request({ kind: 'put-back', id, isUnwanted: false })),
    )(next, clock);
  };
}

function putBackEnded({ revision }: EventOf<'put-back-ended'>): Transition {
  return (state, clock) => {
    const { asked } = state;
    if (asked?.kind !== 'put-back' || revision === null) return answered(state, clock);
    const { id, isUnwanted } = asked;
    const recoverable = state.recoverable.map((candidate) =>
      candidate.id === id ? { ...candidate, revision } : candidate,
    );
    // Who has taken it into the form since goes on from it.
    const isTaken = !isUnwanted && recoverable.every((candidate) => candidate.id !== id);
    return inOrder(
      change({ recoverable, ...(isTaken && { revision: state.revision ?? revision }) }),
      when(() => isUnwanted, request({ kind: 'discard', revision })),
      answered,
    )(state, clock);
  };
}

/** The save that is on its way, now that the text was kept on the device, or refused. */
function askedAfter({ asked, text }: DraftState, isKept: boolean): DraftState['asked'] {
  if (asked?.kind !== 'save') return asked;
  if (isKept) return { ...asked, isCopyOlder: false };
  return isSameText(text, asked.text) ? { ...asked, isCopyOlder: true } : asked;
}

function kept({ refused }: EventOf<'kept'>): Transition {
  return (state, { isOnline }) => {
    const aside = state.aside.filter(({ device }) => refused.includes(device));
    if (!needsCopy(state)) return [{ ...state, aside }, []];
    const isRefused = refused.includes(state.device);
    const next = { ...state, aside, isRefused, asked: askedAfter(state, !isRefused) };
    if (isRefused) return [{ ...next, status: 'failed' }, []];
    if (!isOnline) return [{ ...next, status: 'offline' }, []];
    const isTold = state.failures > 0 && ['failed', 'offline'].includes(state.status);
    return [isTold ? next : { ...next, status: 'device' }, []];
  };
}

function found(event: EventOf<'looked'>): Transition {
  const { draft: seen = null, copies } = event;
  return (begun, clock) => {
    // Copies may belong to tabs that live: one that has stopped leaves them be.
    if (!begun.isStarted) return [begun, []];
    // It was discarded while this look was on its way.
    const isUnwanted = begun.waiting.some(
      (wanted) => wanted.kind === 'discard' && wanted.revision === seen?.revision,
    );
    const draft = isUnwanted ? null : seen;
    const hasGone = event.draft === null && begun.isOpening && begun.revision !== null;
    const state = hasGone ? { ...begun, ...afterDraft } : begun;
    const known = state.recoverable.filter(({ origin }) => origin === 'device');
    const isNew = ({ device }: { device: string }) =>
      device !== state.device &&
      device !== state.discarded?.id &&
      !known.some(({ id }) => id === device);
    const left = copies.filter(isNew);
    const { recoverable: news, needless } = findRecoverable({ copies: left, draft }, state);
    // What the form goes on from is nothing to decide about, though somebody has typed since.
    const isOwn = (candidate: RecoverableDraft) =>
      candidate.origin === 'server' && candidate.revision === state.revision;
    const recoverable = news.filter((candidate) => !isOwn(candidate));
    const last = state.isOpening ? recoverable.find(goesOnFrom(state, draft)) : undefined;
    if (last) return open(last, left)(state, clock);
    const next = { ...state, recoverable: [...known, ...recoverable], isOpening: false };
    // A draft that isn't offered says nothing new: it may be written over.
    const isTaken = draft && !recoverable.some(({ revision }) => revision === draft.revision);
    if (isTaken) {
      next.revision = draft.revision;
      if (isSameText(draft.text, state.text)) next.serverText = draft.text;
    }
    // A tab came back to what the form opened with, and an older word of it may still be on its way.
    const isAgain = ({ text }: FoundCopy) => isSameText(text, state.text);
    if (begun.isOpening && needless.some(isAgain)) next.serverText = null;
    const gone = needless.map(({ device }) => device);
    return inOrder(
      // The only other copy of what the form shows may be among them.
      when(() => gone.length > 0 || Boolean(isTaken) || hasGone, keep(gone)),
      when(() => begun.isOpening, sendIn(sendDelayMs)),
    )(next, clock);
  };
}

/** The draft that the form opened with has gone meanwhile: its text is here alone. */
const afterDraft = { revision: null, serverText: null, status: 'none' } as const;

/** Which texts from before go on from the server's draft, or are all that there is: for these nobody has to decide. */
function goesOnFrom({ revision }: DraftState, draft: Draft | null) {
  return (candidate: RecoverableDraft) =>
    candidate.revision !== null || (draft === null && revision === null);
}

/** The form goes on with a text from before, as if it had been there from the beginning; `left` are others. */
function open(last: RecoverableDraft, left: readonly FoundCopy[]): Transition {
  const { id, origin, text, baseTag, submissionKey, savedAt } = last;
  return (state, clock) => {
    const copies = left.filter(({ device }) => device !== id);
    const { recoverable, needless } = findRecoverable({ copies, draft: null }, { ...state, text });
    const revision = last.revision ?? state.revision;
    const taken = { text, baseTag, submissionKey, revision, opened: state.opened + 1 };
    const saved = { serverText: text, status: 'saved', savedAt } as const;
    const gone = needless.map(({ device }) => device);
    return inOrder(
      change({ ...taken, ...(origin === 'server' && saved), recoverable, isOpening: false }),
      keep(origin === 'device' ? [...gone, id] : gone),
      sendIn(sendDelayMs),
    )(state, clock);
  };
}

function looked(event: EventOf<'looked'>): Transition {
  return (state, clock) => {
    // Without an answer, the first save will tell of a draft that is there.
    if (state.asked?.kind !== 'save') return inOrder(found(event), answered)(state, clock);
    const { draft } = event;
    if (draft === undefined) return saveFailed({})(state, clock);
    // Theirs is offered, and this one stays on the device until that is decided.
    const next = { ...state, revision: null, serverText: state.startText, failures: 0 };
    return inOrder(found(event), sendIn(sendDelayMs), answered)(next, clock);
  };
}

function saved({ revision, savedAt }: EventOf<'saved'>): Transition {
  return (state, clock) => {
    const { asked, device } = state;
    if (asked?.kind !== 'save') return [state, []];
    const next = { ...state, revision, serverText: asked.text, failures: 0, reason: null };
    const isNeedless = isUnsaved(next) ? asked.isCopyOlder : !needsCopy(next);
    return inOrder(
      when(() => isNeedless, remove([device])),
      isUnsaved(next) ? sendIn(sendDelayMs) : change({ status: 'saved', savedAt }),
      answered,
    )(next, clock);
  };
}

function saveFailed({ reason, retryAfterMs = 0 }: Partial<EventOf<'save-failed'>>): Transition {
  return (state, clock) => {
    const soonMs = Math.min(firstRetryMs * 2 ** state.failures, longestRetryMs);
    const retryMs = Math.max(soonMs, Math.min(retryAfterMs, longestWaitMs));
    const status = clock.isOnline ? 'failed' : 'offline';
    const next: DraftState = {
      ...state,
      status,
      reason: reason ?? null,
      failures: state.failures + 1,
    };
    return inOrder(sendIn(retryMs), answered)(next, clock);
  };
}

const networkChanged = inOrder(
  change({ failures: 0 }),
  when((_, { isOnline }) => isOnline, save),
  when((state, { isOnline }) => !isOnline && isUnsaved(state), change({ status: 'offline' })),
);

/** What is sent as one leaves needn't wait on the device for whoever goes on. Nothing is sent after another answer. */
const sendLast = when(({ asked }) => asked === null, save);

/** Where the text that the server has is another, the publication ends it, whether its answer comes or not. */
function submitted({ name }: EventOf<'submitted'>): Transition {
  return inOrder(
    (state) => [{ ...state, submissionKey: state.submissionKey ?? name }, []],
    when(isUnsaved, change({ serverText: null })),
    keep(),
  );
}

const submissionAnswered = inOrder(
  change({ submissionKey: null }),
  when((state) => !isUnsaved(state), keep()),
);

function transitionFor(event: DraftEvent): Transition {
  switch (event.type) {
    case 'started':
      return inOrder(change({ isStarted: true }), request({ kind: 'look' }));
    case 'stopped':
      return inOrder(sendLast, keep(), change({ isStarted: false, sendAt: null }));
    case 'typed':
      return typed(event.text);
    case 'keep':
      return keep();
    case 'save':
      return save;
    case 'network-changed':
      return networkChanged;
    case 'replaced':
      return replaced(event);
    case 'restored':
      return restored(event);
    case 'discarded':
      return discarded(event);
    case 'discard-undone':
      return discardUndone(event);
    case 'paused':
      return change({ isPaused: true });
    case 'resumed':
      return inOrder(change({ isPaused: false }), sendIn(sendDelayMs));
    case 'submitted':
      return submitted(event);
    case 'submission-answered':
      return submissionAnswered;
    case 'rebased':
      return inOrder(change({ startText: event.text, baseTag: event.baseTag }), keep());
    case 'taken-over':
      return inOrder(
        exchange(event.text, event.name),
        change({ baseTag: event.baseTag }),
        startWith(event.text),
      );
    case 'settled':
      return inOrder(change({ revision: null }), startWith(event.text));
    case 'kept':
      return kept(event);
    case 'looked':
      return looked(event);
    case 'saved':
      return saved(event);
    case 'saved-elsewhere':
      return (same) => [same, [{ type: 'look' }]];
    case 'save-failed':
      return saveFailed(event);
    case 'discard-ended':
      return answered;
    case 'put-back-ended':
      return putBackEnded(event);
  }
}

/**
 * What an event makes of a text that is being written. The copy on the device goes only when the server has said that
 * it has the same text; texts of other tabs, devices and days are offered, never written over.
 */
export function step(state: DraftState, event: DraftEvent, clock: Clock): StepResult {
  return transitionFor(event)(state, clock);
}
