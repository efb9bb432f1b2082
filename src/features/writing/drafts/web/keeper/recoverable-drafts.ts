import type { DraftText } from '../../../common/contract.ts';
import { isSameText } from '../../../common/web/draft-text.ts';
import type { Draft } from '../../contract/drafts.ts';
import type { FoundCopy } from '../device/local-copies.ts';

/** An earlier text that the editor can restore. */
export interface RecoverableDraft {
  readonly id: string;
  readonly origin: 'device' | 'server';
  readonly text: DraftText;
  /** Entity tag of the blog that the text was begun from; null for a new blog. */
  readonly baseTag: string | null;
  /** The revision of the server's draft that this is, or continues; null if there is none. */
  readonly revision: string | null;
  readonly submissionKey: string | null;
  readonly savedAt: number;
}

interface Kept {
  /** Copies that closed tabs left on the device. */
  readonly copies: readonly FoundCopy[];
  readonly draft: Draft | null;
}

interface Shown {
  /** The form's present text. */
  readonly text: DraftText;
  /** The form's initial text. */
  readonly startText: DraftText;
}

export interface Findings {
  readonly recoverable: readonly RecoverableDraft[];
  /** Copies whose text is the form's present or initial one. */
  readonly needless: readonly FoundCopy[];
}

/** Whether a copy equals the server's draft, was begun from it, or was sent as it by a tab that got no reply. */
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
 * Finds the earlier texts that differ from the form's. A copy that stands for the server's draft takes its place in the
 * list and is kept: another tab may be about to overwrite the draft.
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
