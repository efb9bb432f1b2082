/** What people are told of: comments on their blogs, replies to what they said, what staff decided, and new blogs. */
export const kinds = ['comment', 'reply', 'decision', 'blog'] as const;
export type Kind = (typeof kinds)[number];

/** Those whose e-mails are this slice's; those about comments have settings and a sender of their own. */
export const mailedKinds = ['reply', 'decision', 'blog'] as const satisfies readonly Kind[];
export type MailedKind = (typeof mailedKinds)[number];

/** What staff did with a text, as the audit log has it behind the kind of text. */
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

/** Texts that one notification counts; of more it says so. */
export const countedMax = 50;

/** The bell counts so many, and then says that there are more. */
export const bellMax = 9;
