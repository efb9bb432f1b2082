import type { Draft, DraftText } from '../../draft-contract.ts';
import { isSameText } from './draft-text.ts';
import type { FoundCopy } from './local-copies.ts';

/** A text from before, which can be had back. */
export interface Offer {
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
  readonly offers: readonly Offer[];
  /** Copies that say nothing which the form or the server doesn't have. */
  readonly needless: readonly FoundCopy[];
}

function offerOfCopy(copy: FoundCopy, draft: Draft | null): Offer {
  const goesOn = draft && (copy.revision === draft.revision || copy.device === draft.device);
  return { ...copy, id: copy.device, origin: 'device', revision: goesOn ? draft.revision : null };
}

function offerOfDraft(draft: Draft): Offer {
  return {
    ...draft,
    id: draft.revision,
    origin: 'server',
    submissionKey: null,
    savedAt: Date.parse(draft.savedAt),
  };
}

/**
 * Which texts from before are worth offering: those that differ from what the form shows. A copy that goes on from the
 * server's draft stands for both.
 */
export function findOffers({ copies, draft }: Kept, { text, startText }: Shown): Findings {
  const isNews = (other: DraftText) => !isSameText(other, text) && !isSameText(other, startText);
  const isUseful = (copy: FoundCopy) =>
    isNews(copy.text) && !(draft && isSameText(copy.text, draft.text));
  const fromDevice = copies.filter(isUseful).map((copy) => offerOfCopy(copy, draft));
  const isGoneOn = fromDevice.some(({ revision }) => revision !== null);
  const fromServer = draft && isNews(draft.text) && !isGoneOn ? [offerOfDraft(draft)] : [];
  return {
    offers: [...fromDevice, ...fromServer].sort((one, other) => other.savedAt - one.savedAt),
    needless: copies.filter((copy) => !isUseful(copy)),
  };
}
