import type { DraftText } from '../../../common/contract.ts';
import { isSameText } from '../../../common/web/draft-text.ts';
import type { Draft, DraftSave } from '../../contract/drafts.ts';
import type { FoundCopy, LocalCopy } from '../device/local-copies.ts';
import { findRecoverable, type RecoverableDraft } from './recoverable-drafts.ts';

export type SaveStatus = 'none' | 'device' | 'saved' | 'offline' | 'failed';

/** Requests to the server. */
export type DraftRequest =
  | { readonly kind: 'look' }
  | {
      readonly kind: 'save';
      readonly text: DraftText;
      /** True where updating the local copy failed before. */
      readonly isCopyOlder: boolean;
    }
  | { readonly kind: 'discard'; readonly revision: string }
  | {
      readonly kind: 'put-back';
      /** Id of the recoverable draft. */
      readonly id: string;
      /** True where it was discarded again meanwhile. */
      readonly isUnwanted: boolean;
    };

/** A queued save reads the text when it is sent. */
export type WaitingRequest = Exclude<DraftRequest, { kind: 'save' }> | { readonly kind: 'save' };

/** The state of a text in a tab. Times are in milliseconds since 1970. */
export interface DraftState {
  /** Id of this tab's copy and saves. */
  readonly device: string;
  /** The form's current text. */
  readonly text: DraftText;
  /** The form's initial text. */
  readonly startText: DraftText;
  /** The server's text; null where unknown, as after a save without a reply. */
  readonly serverText: DraftText | null;
  /** Entity tag of the blog on which the text is based; null for a new blog. */
  readonly baseTag: string | null;
  /** The server's revision on which the text is based. */
  readonly revision: string | null;
  /** Idempotency key of a submission without a reply yet. */
  readonly submissionKey: string | null;
  readonly recoverable: readonly RecoverableDraft[];
  /** The last discarded draft, until the next action on the text. */
  readonly discarded: RecoverableDraft | null;
  readonly status: SaveStatus;
  /** When the server last had the whole text. */
  readonly savedAt: number;
  readonly isStarted: boolean;
  /** True until earlier texts were looked for or the person typed: the form opens the latest. */
  readonly isOpening: boolean;
  /** How often a text was loaded that the person neither typed nor requested. */
  readonly opened: number;
  /** True while the text is being published. */
  readonly isPaused: boolean;
  /** When the text is due for storing on the device and for sending; null for none. */
  readonly keepAt: number | null;
  readonly sendAt: number | null;
  /** True after the device rejected the text. */
  readonly isRefused: boolean;
  /** Copies set aside that aren't stored on the device yet. */
  readonly aside: readonly NamedCopy[];
  readonly asked: DraftRequest | null;
  /** Queue of further requests. */
  readonly waiting: readonly WaitingRequest[];
  /** Sequence number of the last save. */
  readonly sequence: number;
  /** Consecutive failed saves. */
  readonly failures: number;
  /** The server's reason for the last failure. */
  readonly reason: string | null;
}

export type DraftEvent =
  | { readonly type: 'started' | 'stopped' | 'paused' | 'resumed' | 'submission-answered' }
  /** Immediately: the text is due, the page closes, or the person requests it. */
  | { readonly type: 'keep' | 'save' | 'network-changed' }
  | { readonly type: 'typed' | 'settled'; readonly text: DraftText }
  /** `name` is a new id, here and below, for a copy set aside or a submission. */
  | { readonly type: 'replaced'; readonly text: DraftText; readonly name: string }
  | { readonly type: 'restored'; readonly candidate: RecoverableDraft; readonly name: string }
  | { readonly type: 'discarded'; readonly candidate: RecoverableDraft }
  | { readonly type: 'discard-undone'; readonly name: string }
  | { readonly type: 'submitted'; readonly name: string }
  | { readonly type: 'rebased'; readonly text: DraftText; readonly baseTag: string }
  | {
      readonly type: 'taken-over';
      readonly text: DraftText;
      readonly baseTag: string;
      readonly name: string;
    }
  | DraftOutcome;

/** The outcome of an effect. */
export type DraftOutcome =
  | { readonly type: 'kept'; readonly refused: readonly string[] }
  | {
      readonly type: 'looked';
      /** Undefined where the server didn't reply. */
      readonly draft: Draft | null | undefined;
      readonly copies: readonly FoundCopy[];
    }
  | { readonly type: 'saved'; readonly revision: string; readonly savedAt: number }
  | {
      readonly type: 'save-failed';
      /** The server's message for the person: retrying soon doesn't help. */
      readonly reason?: string;
      /** Minimum milliseconds before a retry. */
      readonly retryAfterMs?: number;
    }
  | { readonly type: 'saved-elsewhere' | 'discard-ended' }
  /** Null where restoring failed. */
  | { readonly type: 'put-back-ended'; readonly revision: string | null };

export interface NamedCopy {
  readonly device: string;
  readonly copy: LocalCopy;
}

/** Effects that the shell runs, each with the event that reports its outcome. */
export type DraftEffect =
  /** Writes local copies, then removes others unless a write failed, so that their replacement exists: `kept`. */
  | {
      readonly type: 'keep';
      readonly copies: readonly NamedCopy[];
      readonly needless: readonly string[];
    }
  | { readonly type: 'remove'; readonly devices: readonly string[] }
  /** Loads the server's draft, then the local copies: `looked`. */
  | { readonly type: 'look' }
  /** `saved`, `saved-elsewhere` or `save-failed`. */
  | { readonly type: 'save'; readonly save: DraftSave }
  /** `discard-ended`, also after a failure. */
  | { readonly type: 'discard'; readonly revision: string }
  /** `put-back-ended` */
  | { readonly type: 'put-back'; readonly save: DraftSave };

export interface DraftStart {
  readonly device: string;
  readonly text: DraftText;
  readonly baseTag: string | null;
  /** The server's draft, if the page was loaded with it. */
  readonly draft: Draft | null;
  /** Whether the form opens the last text; otherwise earlier texts are offered. */
  readonly opensLast: boolean;
}

export function beginDraft(start: DraftStart): DraftState {
  const { draft } = start;
  const state = beginAnew(start);
  if (!draft) return state;
  const { text, baseTag, revision } = draft;
  if (start.opensLast) {
    const saved = { status: 'saved', savedAt: Date.parse(draft.savedAt) } as const;
    return { ...state, ...saved, text, serverText: text, baseTag, revision };
  }
  return { ...state, recoverable: findRecoverable({ copies: [], draft }, state).recoverable };
}

function beginAnew({ device, text, baseTag, opensLast }: DraftStart): DraftState {
  return {
    device,
    text,
    startText: text,
    serverText: text,
    baseTag,
    revision: null,
    submissionKey: null,
    recoverable: [],
    discarded: null,
    status: 'none',
    savedAt: 0,
    isStarted: false,
    isOpening: opensLast,
    opened: 0,
    isPaused: false,
    keepAt: null,
    sendAt: null,
    isRefused: false,
    aside: [],
    asked: null,
    waiting: [],
    sequence: 0,
    failures: 0,
    reason: null,
  };
}

/** True while the server may lack typed text. */
export function isUnsaved({ text, serverText }: DraftState): boolean {
  return serverText === null || !isSameText(text, serverText);
}
