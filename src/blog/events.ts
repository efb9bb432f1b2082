/** What webhooks can be told of: texts that everybody sees, or sees no more. */
export const textEvents = [
  'blog.published',
  'blog.updated',
  'blog.removed',
  'comment.created',
  'comment.removed',
] as const;
export type TextEvent = (typeof textEvents)[number];

/** `ping` is what an owner sends to try a webhook. */
export type EventKind = TextEvent | 'ping';
