import { isSameText } from '../../../common/web/draft-text.ts';
import type { Draft } from '../../contract/drafts.ts';
import type { FoundCopy } from '../device/local-copies.ts';
import { type DraftOutcome, type DraftState, isUnsaved } from './draft-state.ts';
import {
  answered,
  change,
  inOrder,
  keep,
  needsCopy,
  remove,
  request,
  sendDelayMs,
  sendIn,
  type Transition,
  when,
} from './draft-transitions.ts';
import { findRecoverable, type RecoverableDraft } from './recoverable-drafts.ts';

/** Milliseconds from a failure to the next attempt; doubled at each. */
const firstRetryMs = 2_000;
const longestRetryMs = 30_000;
/** However long the server says to wait: a clock may be set, and an operator may help. */
const longestWaitMs = 10 * 60_000;

type OutcomeOf<T extends DraftOutcome['type']> = Extract<DraftOutcome, { type: T }>;

/** The save that is on its way, now that the text was kept on the device, or refused. */
function askedAfter({ asked, text }: DraftState, isKept: boolean): DraftState['asked'] {
  if (asked?.kind !== 'save') return asked;
  if (isKept) return { ...asked, isCopyOlder: false };
  return isSameText(text, asked.text) ? { ...asked, isCopyOlder: true } : asked;
}

function kept({ refused }: OutcomeOf<'kept'>): Transition {
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

function found(event: OutcomeOf<'looked'>): Transition {
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

function looked(event: OutcomeOf<'looked'>): Transition {
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

function saved({ revision, savedAt }: OutcomeOf<'saved'>): Transition {
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

function saveFailed({ reason, retryAfterMs = 0 }: Partial<OutcomeOf<'save-failed'>>): Transition {
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

function putBackEnded({ revision }: OutcomeOf<'put-back-ended'>): Transition {
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

/** What follows from what came of an effect. */
export function outcome(event: DraftOutcome): Transition {
  switch (event.type) {
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
