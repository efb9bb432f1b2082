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

/** Delay before the first retry in milliseconds; doubled each time. */
const firstRetryMs = 2_000;
const longestRetryMs = 30_000;
/** Upper bound of the server's `Retry-After`: clocks change, and an operator may fix the cause. */
const longestWaitMs = 10 * 60_000;

type OutcomeOf<T extends DraftOutcome['type']> = Extract<DraftOutcome, { type: T }>;

/** The pending save, after the text was stored on the device or rejected. */
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
    const isReported = state.failures > 0 && ['failed', 'offline'].includes(state.status);
    return [isReported ? next : { ...next, status: 'device' }, []];
  };
}

function found(event: OutcomeOf<'looked'>): Transition {
  const { draft: seen = null, copies } = event;
  return (begun, clock) => {
    // The copies may belong to live tabs: a stopped tab leaves them.
    if (!begun.isStarted) return [begun, []];
    // Discarded while this look-up was pending.
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
    // The draft that the form continues isn't offered, even after further typing.
    const isOwn = (candidate: RecoverableDraft) =>
      candidate.origin === 'server' && candidate.revision === state.revision;
    const recoverable = news.filter((candidate) => !isOwn(candidate));
    const last = state.isOpening ? recoverable.find(goesOnFrom(state, draft)) : undefined;
    if (last) return open(last, left)(state, clock);
    const next = { ...state, recoverable: [...known, ...recoverable], isOpening: false };
    // A draft that isn't offered has no new text and may be overwritten.
    const isTaken = draft && !recoverable.some(({ revision }) => revision === draft.revision);
    if (isTaken) {
      next.revision = draft.revision;
      if (isSameText(draft.text, state.text)) next.serverText = draft.text;
    }
    // Another tab reverted to the initial text, and its earlier save may still be pending.
    const isAgain = ({ text }: FoundCopy) => isSameText(text, state.text);
    if (begun.isOpening && needless.some(isAgain)) next.serverText = null;
    const gone = needless.map(({ device }) => device);
    return inOrder(
      // The only other copy of the form's text may be among them.
      when(() => gone.length > 0 || Boolean(isTaken) || hasGone, keep(gone)),
      when(() => begun.isOpening, sendIn(sendDelayMs)),
    )(next, clock);
  };
}

/** The form's initial draft was deleted meanwhile: only this tab has its text. */
const afterDraft = { revision: null, serverText: null, status: 'none' } as const;

/** Selects earlier texts that continue the server's draft, or are the only text: the form opens them without asking. */
function goesOnFrom({ revision }: DraftState, draft: Draft | null) {
  return (candidate: RecoverableDraft) =>
    candidate.revision !== null || (draft === null && revision === null);
}

/** The form opens an earlier text as its initial one; `left` are other copies. */
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
    // After a failed look-up, the first save will report an existing draft.
    if (state.asked?.kind !== 'save') return inOrder(found(event), answered)(state, clock);
    const { draft } = event;
    if (draft === undefined) return saveFailed({})(state, clock);
    // The other draft is offered, and this one stays on the device until the person decides.
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
    // The form already continues a restored draft.
    const isTaken = !isUnwanted && recoverable.every((candidate) => candidate.id !== id);
    return inOrder(
      change({ recoverable, ...(isTaken && { revision: state.revision ?? revision }) }),
      when(() => isUnwanted, request({ kind: 'discard', revision })),
      answered,
    )(state, clock);
  };
}

/** The transition for an effect's outcome. */
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
