import type { HeldState } from './held.ts';

/**
 * State of a text as its author set it. A draft is a blog that was published and then unpublished, or imported as a
 * draft; other blogs that were never published are rows of `saved_drafts`, not of `blogs`, as is the time of a
 * scheduled publication.
 */
export const textStates = ['published', 'draft', 'removed'] as const;
export type TextState = (typeof textStates)[number];

/** The moderation state: none, or why staff hold the text back. */
export type Moderation = 'none' | HeldState;

/** Retention of removed texts: they can be restored for this long, in milliseconds. */
export const restorableMs = 7 * 24 * 60 * 60_000;

/**
 * All inputs of a text's visibility. The state, which the author sets, and the three holds are independent: releasing
 * one never releases another.
 */
export interface Life {
  readonly state: TextState;
  /** The state before the removal, to which restoring returns; null unless removed. */
  readonly formerState: Exclude<TextState, 'removed'> | null;
  /** False for a text that was imported as a draft and not published since: it is private to its author. */
  readonly wasPublished: boolean;
  /** When a removed text is deleted for good, in milliseconds since 1970; null unless removed. */
  readonly removedUntil: number | null;
  readonly moderation: Moderation;
  /** Whether its author's account is deleted and can still be restored. */
  readonly isAuthorAway: boolean;
  /** When the blog's author hid the comment, in milliseconds since 1970; null where not hidden, and for a blog. */
  readonly authorHiddenAt: number | null;
}

/** The life of a text that was just published. */
export const published: Life = {
  state: 'published',
  formerState: null,
  wasPublished: true,
  removedUntil: null,
  moderation: 'none',
  isAuthorAway: false,
  authorHiddenAt: null,
};

/** Published and without any hold: only then do people other than its author and staff see it. */
export function isVisible({ state, moderation, isAuthorAway, authorHiddenAt }: Life): boolean {
  const isHeldByNobody = moderation === 'none' && !isAuthorAway && authorHiddenAt === null;
  return state === 'published' && isHeldByNobody;
}

/** Whether staff hold back a published text. */
export function isHeld({ state, moderation }: Life): boolean {
  return state === 'published' && moderation !== 'none';
}

/** A state transition; undefined where the state doesn't allow it. */
export type Transition = (life: Life) => Life | undefined;

/** Unpublishes a visible blog; a blog that staff hold back stays as it is. */
export const backToDraft: Transition = (life) =>
  isVisible(life) ? { ...life, state: 'draft' } : undefined;

/** Publishes a draft, except one that staff removed; another hold stays. */
export const publishAgain: Transition = (life) => {
  if (life.state !== 'draft' || life.moderation === 'removed') return undefined;
  return { ...life, state: 'published', wasPublished: true };
};

/** Removes a text in any state on its author's behalf, except one that staff removed. */
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

/** Restores a text that its author removed to its former state. */
export function restore(now: number): Transition {
  return (life) => {
    const { formerState, removedUntil } = life;
    if (formerState === null || removedUntil === null || removedUntil <= now) return undefined;
    return { ...life, state: formerState, formerState: null, removedUntil: null };
  };
}

/**
 * Sets or changes the moderation hold of a text that was published. Also of one that its author unpublished, removed,
 * or took away with the account: bringing it back would bypass the decision otherwise.
 */
export function hold(moderation: HeldState): Transition {
  return (life) => (life.wasPublished ? { ...life, moderation } : undefined);
}

/** Ends the moderation hold; the other fields decide whether the text is visible then. */
export const release: Transition = (life) =>
  life.moderation === 'none' ? undefined : { ...life, moderation: 'none' };

/** Hides a visible comment on behalf of the blog's author. */
export function hideOnBlog(now: number): Transition {
  return (life) => (isVisible(life) ? { ...life, authorHiddenAt: now } : undefined);
}

/** Ends the hold of the blog's author; the other fields decide whether the comment is visible then. */
export const showOnBlog: Transition = (life) =>
  life.authorHiddenAt === null ? undefined : { ...life, authorHiddenAt: null };
