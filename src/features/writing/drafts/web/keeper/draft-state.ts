import type { DraftText } from '../../../common/contract.ts';
import { isSameText } from '../../../common/web/draft-text.ts';
import type { Draft, DraftSave } from '../../contract/drafts.ts';
import type { FoundCopy, LocalCopy } from '../device/local-copies.ts';
import { findRecoverable, type RecoverableDraft } from './recoverable-drafts.ts';

export type SaveStatus = 'none' | 'device' | 'saved' | 'offline' | 'failed';

/** What is asked of the server. */
export type DraftRequest =
  | { readonly kind: 'look' }
  | {
      readonly kind: 'save';
      readonly text: DraftText;
      /** True where the copy on the device couldn't be brought up to date before. */
      readonly isCopyOlder: boolean;
    }
  | { readonly kind: 'discard'; readonly revision: string }
  | {
      readonly kind: 'put-back';
      /** Of the recoverable draft, as it stands since. */
      readonly id: string;
      /** True where it was discarded once more meanwhile. */
      readonly isUnwanted: boolean;
    };

/** A save takes its text when its turn comes. */
export type WaitingRequest = Exclude<DraftRequest, { kind: 'save' }> | { readonly kind: 'save' };

/** All that a tab knows of the text that is written in it. Times are in milliseconds since 1970. */
export interface DraftState {
  /** Names this tab's copy and its saves. */
  readonly device: string;
  /** What the form holds. */
  readonly text: DraftText;
  /** What the form began with. */
  readonly startText: DraftText;
  /** What the server has; null while that can't be known, as after a save without an answer. */
  readonly serverText: DraftText | null;
  /** Entity tag of the blog that the text was begun from; null for a new blog. */
  readonly baseTag: string | null;
  /** The draft on the server that the text follows. */
  readonly revision: string | null;
  /** Name of a submission whose answer hasn't come. */
  readonly submissionKey: string | null;
  readonly recoverable: readonly RecoverableDraft[];
  /** The recoverable draft that was discarded last, until something else is done with the text. */
  readonly discarded: RecoverableDraft | null;
  readonly status: SaveStatus;
  /** When the server had the whole text. */
  readonly savedAt: number;
  readonly isStarted: boolean;
  /** True until texts from before were looked for, or one wrote: the latest is what the form goes on with. */
  readonly isOpening: boolean;
  /** How often another text came into the form that nobody typed or asked for. */
  readonly opened: number;
  /** True while the text is being published. */
  readonly isPaused: boolean;
  /** When the text is kept on the device, and when it is sent; null where nothing is due. */
  readonly keepAt: number | null;
  readonly sendAt: number | null;
  /** True after the device refused to keep the text. */
  readonly isRefused: boolean;
  /** Copies of what was set aside that the device hasn't kept yet. */
  readonly aside: readonly NamedCopy[];
  readonly asked: DraftRequest | null;
  /** What is asked after that. */
  readonly waiting: readonly WaitingRequest[];
  /** Of the last save; larger at each. */
  readonly sequence: number;
  /** Saves that failed, one after the other. */
  readonly failures: number;
  /** Why the last one failed, where the server said it. */
  readonly reason: string | null;
}

export type DraftEvent =
  | { readonly type: 'started' | 'stopped' | 'paused' | 'resumed' | 'submission-answered' }
  /** Now: the text is due, the page goes, or a person asks for it. */
  | { readonly type: 'keep' | 'save' | 'network-changed' }
  | { readonly type: 'typed' | 'settled'; readonly text: DraftText }
  /** `name` is a new one here and below, for what is set aside or sent. */
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

/** What came of an effect. */
export type DraftOutcome =
  | { readonly type: 'kept'; readonly refused: readonly string[] }
  | {
      readonly type: 'looked';
      /** Undefined where the server gave no answer. */
      readonly draft: Draft | null | undefined;
      readonly copies: readonly FoundCopy[];
    }
  | { readonly type: 'saved'; readonly revision: string; readonly savedAt: number }
  | {
      readonly type: 'save-failed';
      /** What the server says that the person has to know: trying again soon doesn't help. */
      readonly reason?: string;
      /** Milliseconds until it may. */
      readonly retryAfterMs?: number;
    }
  | { readonly type: 'saved-elsewhere' | 'discard-ended' }
  /** Null where the server didn't take it back. */
  | { readonly type: 'put-back-ended'; readonly revision: string | null };

export interface NamedCopy {
  readonly device: string;
  readonly copy: LocalCopy;
}

/** What the shell does, and which event tells what came of it. */
export type DraftEffect =
  /** Writes copies on the device; removes others where none was refused, so that what takes their place is there: `kept`. */
  | {
      readonly type: 'keep';
      readonly copies: readonly NamedCopy[];
      readonly needless: readonly string[];
    }
  | { readonly type: 'remove'; readonly devices: readonly string[] }
  /** Asks for the server's draft, then for the copies on the device: `looked`. */
  | { readonly type: 'look' }
  /** `saved`, `saved-elsewhere` or `save-failed`. */
  | { readonly type: 'save'; readonly save: DraftSave }
  /** `discard-ended`, however it ended. */
  | { readonly type: 'discard'; readonly revision: string }
  /** `put-back-ended` */
  | { readonly type: 'put-back'; readonly save: DraftSave };

export interface DraftStart {
  readonly device: string;
  readonly text: DraftText;
  readonly baseTag: string | null;
  /** The server's draft, where it came with the page. */
  readonly draft: Draft | null;
  /** Whether the form goes on where one stopped; else texts from before are offered. */
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

/** True while the server may lack something that was typed. */
export function isUnsaved({ text, serverText }: DraftState): boolean {
  return serverText === null || !isSameText(text, serverText);
}
