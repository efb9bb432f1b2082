import type { Draft, DraftText } from '../../draft-contract.ts';
import type { FoundCopy } from './device/local-copies.ts';
import { isSameText } from './draft-text.ts';

/** A text from before, which can be had back. */
export interface RecoverableDraft {
  readonly id: string;
  readonly origin: 'device' | 'server';
  readonly text: DraftText;
  /** Entity tag of the blog that the text was begun from; null for a new blog. */
  readonly baseTag: string | null;
  /** The draft on the server that this is, or that it goes on from; null where it has none. */
  readonly revision: string | null;
  readonly submissionKey: string | null;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

interface Kept {
  /** What tabs that are gone left on the device. */
  readonly copies: readonly FoundCopy[];
  readonly draft: Draft | null;
}

interface Shown {
  /** What the form holds. */
  readonly text: DraftText;
  /** What it began with. */
  readonly startText: DraftText;
}

export interface Findings {
  readonly recoverable: readonly RecoverableDraft[];
  /** Copies that say nothing which the form doesn't show, or didn't begin with. */
  readonly needless: readonly FoundCopy[];
}

/** Whether a copy is the server's draft to the letter, was begun from it, or sent as such by a tab that never had the answer. */
function standsFor(copy: FoundCopy, draft: Draft): boolean {
  const goesOn = copy.revision === draft.revision || copy.device === draft.device;
  return goesOn || isSameText(copy.text, draft.text);
}

function recoverableCopy(copy: FoundCopy, draft: Draft | null): RecoverableDraft {
  const revision = draft && standsFor(copy, draft) ? draft.revision : null;
  return { ...copy, id: copy.device, origin: 'device', revision };
}

function recoverableServerDraft(draft: Draft): RecoverableDraft {
  return {
    ...draft,
    id: draft.revision,
    origin: 'server',
    submissionKey: null,
    savedAt: Date.parse(draft.savedAt),
  };
}

/**
 * Which texts from before are worth offering: those that differ from what the form shows. A copy that stands for the
 * server's draft is offered in its place, and stays: another tab may be about to overwrite the draft.
 */
export function findRecoverable({ copies, draft }: Kept, { text, startText }: Shown): Findings {
  const isNews = (other: DraftText) => !isSameText(other, text) && !isSameText(other, startText);
  const news = copies.filter((copy) => isNews(copy.text));
  const isAlone = draft && isNews(draft.text) && !news.some((copy) => standsFor(copy, draft));
  const fromServer = isAlone ? [recoverableServerDraft(draft)] : [];
  return {
    recoverable: [...news.map((copy) => recoverableCopy(copy, draft)), ...fromServer].sort(
      (one, other) => other.savedAt - one.savedAt,
    ),
    needless: copies.filter((copy) => !news.includes(copy)),
  };
}
