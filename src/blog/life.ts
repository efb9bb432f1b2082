import type { HeldState } from './held.ts';

/**
 * Where a text stands by its author's will. A draft is a blog that was published and taken back; what was never
 * published is no row of `blogs` but of `saved_drafts`, and so is the time at which a draft is to be published.
 */
export const textStates = ['published', 'draft', 'removed'] as const;
export type TextState = (typeof textStates)[number];

/** What staff decided: nothing, or why they hold the text back. */
export type Moderation = 'none' | HeldState;

/** How long what was removed can be had back, in milliseconds. */
export const restorableMs = 7 * 24 * 60 * 60_000;

/**
 * Everything that decides whether a blog or a comment is visible. Its author's state and the three holds are independent:
 * lifting one never lifts another.
 */
export interface Life {
  readonly state: TextState;
  /** What it was before it was removed, and is again when it is restored; null unless it is removed. */
  readonly formerState: Exclude<TextState, 'removed'> | null;
  /** When what was removed is dropped, in milliseconds since 1970; null unless it is removed. */
  readonly removedUntil: number | null;
  readonly moderation: Moderation;
  /** Whether its author's account is deleted, and can still be restored. */
  readonly isAuthorAway: boolean;
  /** When the author of the blog hid a comment on it, in milliseconds since 1970; null where they didn't, and for a blog. */
  readonly authorHiddenAt: number | null;
}

/** Of a text that was just published. */
export const published: Life = {
  state: 'published',
  formerState: null,
  removedUntil: null,
  moderation: 'none',
  isAuthorAway: false,
  authorHiddenAt: null,
};

/** Published, and held back by nothing: only then does anybody but its author and staff see it. */
export function isVisible({ state, moderation, isAuthorAway, authorHiddenAt }: Life): boolean {
  const isHeldByNobody = moderation === 'none' && !isAuthorAway && authorHiddenAt === null;
  return state === 'published' && isHeldByNobody;
}

/** Whether staff hold back a text that its author has not removed. */
export function isHeld({ state, moderation }: Life): boolean {
  return state === 'published' && moderation !== 'none';
}

/** A change of a life; undefined where the text is in no state for it. */
export type Transition = (life: Life) => Life | undefined;

/** A visible blog becomes a draft: what staff hold back stays where it is. */
export const backToDraft: Transition = (life) =>
  isVisible(life) ? { ...life, state: 'draft' } : undefined;

/** A draft that was published before is published again. */
export const publishAgain: Transition = (life) =>
  life.state === 'draft' ? { ...life, state: 'published' } : undefined;

/** Its author removes it, wherever it stands; what staff removed is no longer the author's to remove. */
export function remove(now: number): Transition {
  return (life) => {
    const { state, moderation } = life;
    if (state === 'removed' || moderation === 'removed') return undefined;
    return {
      ...life,
      state: 'removed',
      formerState: state,
      removedUntil: now + restorableMs,
    };
  };
}

/** Its author has back what they removed, as it was before. */
export function restore(now: number): Transition {
  return (life) => {
    const { formerState, removedUntil } = life;
    if (formerState === null || removedUntil === null || removedUntil <= now) return undefined;
    return { ...life, state: formerState, formerState: null, removedUntil: null };
  };
}

/**
 * Staff hold back what its author published, or what is held back already, for another reason; also what its author has
 * removed, or took away with the account: else they would bring it back past any decision.
 */
export function hold(moderation: HeldState): Transition {
  return (life) => {
    const isOfReaders = life.state === 'published' || life.formerState === 'published';
    return isOfReaders ? { ...life, moderation } : undefined;
  };
}

/** Staff hold it back no more: whether it is visible then is up to the rest. */
export const release: Transition = (life) =>
  life.moderation === 'none' ? undefined : { ...life, moderation: 'none' };

/** The author of a blog hides a comment that readers see below it. */
export function hideOnBlog(now: number): Transition {
  return (life) => (isVisible(life) ? { ...life, authorHiddenAt: now } : undefined);
}

/** The author of the blog hides it no more: whether it is visible then is up to the rest. */
export const showOnBlog: Transition = (life) =>
  life.authorHiddenAt === null ? undefined : { ...life, authorHiddenAt: null };
