import {
  type DraftEffect,
  type DraftState,
  isUnsaved,
  type NamedCopy,
  type WaitingRequest,
} from './draft-state.ts';

/** The environment at the time of an event. */
export interface Clock {
  readonly now: number;
  readonly isOnline: boolean;
}

/** The next state and the effects to run. */
export type StepResult = readonly [DraftState, readonly DraftEffect[]];
/** One step of the state machine; transitions combine into larger ones. */
export type Transition = (state: DraftState, clock: Clock) => StepResult;

export function change(part: Partial<DraftState>): Transition {
  return (state) => [{ ...state, ...part }, []];
}

export function inOrder(...transitions: readonly Transition[]): Transition {
  return (state, clock) =>
    transitions.reduce<StepResult>(
      ([before, effects], transition) => {
        const [after, more] = transition(before, clock);
        return [after, [...effects, ...more]];
      },
      [state, []],
    );
}

export function when(
  holds: (state: DraftState, clock: Clock) => boolean,
  transition: Transition,
): Transition {
  return (state, clock) => (holds(state, clock) ? transition(state, clock) : [state, []]);
}

/** Without unsaved text, a copy on the device would only hold text that has been withdrawn since. */
export const needsCopy = (state: DraftState) => isUnsaved(state) || state.submissionKey !== null;
const hasUndecided = ({ recoverable }: DraftState) =>
  recoverable.some(({ revision }) => revision !== null);

export function copyOf(state: DraftState, device: string, savedAt: number): NamedCopy {
  const { text, baseTag, revision, submissionKey } = state;
  return { device, copy: { text, baseTag, revision, submissionKey, savedAt } };
}

/** Stores the text and the copies set aside on the device, then removes the needless ones. */
export function keep(needless: readonly string[] = []): Transition {
  return (state, { now }) => {
    const { device, aside } = state;
    const isNeeded = needsCopy(state);
    const copies = isNeeded ? [...aside, copyOf(state, device, now)] : aside;
    const gone = isNeeded ? needless : [...needless, device];
    const effect: DraftEffect =
      copies.length === 0
        ? { type: 'remove', devices: gone }
        : { type: 'keep', copies, needless: gone };
    return [{ ...state, keepAt: null }, [effect]];
  };
}

export function remove(devices: readonly string[]): Transition {
  return (state) => [state, [{ type: 'remove', devices }]];
}

/** Milliseconds from a key press until the text is sent to the server. */
export const sendDelayMs = 2_500;

export function sendIn(delayMs: number): Transition {
  return when(isUnsaved, (state, { now }) => [
    state.isStarted ? { ...state, sendAt: now + delayMs } : state,
    [],
  ]);
}

/** Sends the next waiting request, unless one is already under way. */
const ask: Transition = (state, clock) => {
  const [next, ...waiting] = state.waiting;
  if (state.asked || !next) return [state, []];
  const rest = { ...state, waiting };
  switch (next.kind) {
    case 'look':
      return [{ ...rest, asked: next }, [{ type: 'look' }]];
    case 'discard':
      return [{ ...rest, asked: next }, [{ type: 'discard', revision: next.revision }]];
    case 'put-back':
      return putBack(next)(rest, clock);
    case 'save':
      return state.isPaused || !isUnsaved(state) || hasUndecided(state)
        ? ask(rest, clock)
        : inOrder(keepTyped, send)(rest, clock);
  }
};

/** Sends a discarded draft to the server again, if it is still wanted. */
function putBack(wanted: Extract<WaitingRequest, { kind: 'put-back' }>): Transition {
  return (state, clock) => {
    const candidate = state.recoverable.find(({ id }) => id === wanted.id);
    if (!candidate) return ask(state, clock);
    const { text, baseTag } = candidate;
    const sequence = Math.max(state.sequence + 1, clock.now);
    const save = { text, baseTag, revision: null, device: wanted.id, sequence };
    return [{ ...state, asked: wanted, sequence }, [{ type: 'put-back', save }]];
  };
}

/** A copy on the device that is older than the sent text would look like a continuation of it. */
const keepTyped = when(({ keepAt }) => keepAt !== null, keep());

const send: Transition = (state, { now }) => {
  const { text, baseTag, revision, device, isRefused } = state;
  const sequence = Math.max(state.sequence + 1, now);
  const asked = { kind: 'save', text, isCopyOlder: isRefused } as const;
  return [
    { ...state, asked, sequence, serverText: null },
    [{ type: 'save', save: { text, baseTag, revision, device, sequence } }],
  ];
};

export function request(wanted: WaitingRequest): Transition {
  return (state, clock) => ask({ ...state, waiting: [...state.waiting, wanted] }, clock);
}

/** A request has been answered or has failed: the next one is sent. */
export const answered = inOrder(change({ asked: null }), ask);

/** Saves the draft on the server now, if it is allowed to. */
export const save = inOrder(
  change({ sendAt: null }),
  when(
    (state) => !state.isPaused && isUnsaved(state),
    inOrder(
      keep(),
      // Saving would overwrite a draft that the person has not decided about yet.
      when((state, { isOnline }) => isOnline && !hasUndecided(state), request({ kind: 'save' })),
    ),
  ),
);
