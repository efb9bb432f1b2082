/**
 * Kinds of notifications: comments on own blogs, replies to own comments, decisions by staff, and new blogs of followed
 * authors.
 */
export const kinds = ['comment', 'reply', 'decision', 'blog'] as const;
export type Kind = (typeof kinds)[number];

/** Kinds with e-mails of this feature; those about comments have their own settings and sender. */
export const mailedKinds = ['reply', 'decision', 'blog'] as const satisfies readonly Kind[];
export type MailedKind = (typeof mailedKinds)[number];

/** Decisions by staff, as named in the audit log after the kind of text. */
export const outcomes = [
  'approved',
  'restored',
  'put-back-to-wait',
  'hidden',
  'declined',
  'removed',
  'handed-over',
  'edited',
  'taken-back',
  'scheduled',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Texts that one notification counts; it shows "more than" above this number. */
export const countedMax = 50;

/** The greatest count on the bell; above it the bell shows that there are more. */
export const bellMax = 9;
