import type { DraftText } from '../../../common/contract.ts';
import { isSameText } from '../../../common/web/draft-text.ts';
import { outcome } from './draft-outcomes.ts';
import { type DraftEvent, type DraftState, isUnsaved } from './draft-state.ts';
import {
  type Clock,
  change,
  copyOf,
  inOrder,
  keep,
  remove,
  request,
  type StepResult,
  save,
  sendDelayMs,
  sendIn,
  type Transition,
  when,
} from './draft-transitions.ts';
import type { RecoverableDraft } from './recoverable-drafts.ts';

/** Milliseconds from a keystroke until the text is stored on the device. */
const keepDelayMs = 400;

type EventOf<T extends DraftEvent['type']> = Extract<DraftEvent, { type: T }>;

/** Replaces the form's text; the former one becomes recoverable if it was typed. */
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

/** The form continues with a text that needs no saving. */
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
    // A scheduled retry keeps its time.
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

/** Marked as unsaved: another tab may have deleted the recoverable draft since it was found. */
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
    // Not the draft that the form continues. A failed discard offers it again.
    revision === null
      ? change({})
      : when((state) => state.revision !== revision, request({ kind: 'discard', revision })),
    sendIn(sendDelayMs),
  );
}

/** Stores the draft on the device at once and on the server soon; until then it is offered as a local one. */
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

const networkChanged = inOrder(
  change({ failures: 0 }),
  when((_, { isOnline }) => isOnline, save),
  when((state, { isOnline }) => !isOnline && isUnsaved(state), change({ status: 'offline' })),
);

/** The final save of a page that stops; skipped while a request is pending, since nothing is sent after its reply. */
const sendLast = when(({ asked }) => asked === null, save);

/** If the server's text differs, publishing deletes it, with or without a reply. */
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
    default:
      return outcome(event);
  }
}

/**
 * The state machine's transition for an event. The local copy is removed only after the server has confirmed the same
 * text; texts of other tabs, devices and days are offered and never overwritten.
 */
export function step(state: DraftState, event: DraftEvent, clock: Clock): StepResult {
  return transitionFor(event)(state, clock);
}
