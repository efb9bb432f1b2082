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

/** Milliseconds from a key press until the text is kept on the device. */
const keepDelayMs = 400;

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
    default:
      return outcome(event);
  }
}

/**
 * What an event makes of a text that is being written. The copy on the device goes only when the server has said that
 * it has the same text; texts of other tabs, devices and days are offered, never written over.
 */
export function step(state: DraftState, event: DraftEvent, clock: Clock): StepResult {
  return transitionFor(event)(state, clock);
}
