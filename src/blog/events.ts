/** Webhook events: a text became visible to everybody, was changed, or is no longer visible. */
export const textEvents = [
  'blog.published',
  'blog.updated',
  'blog.removed',
  'comment.created',
  'comment.removed',
] as const;
export type TextEvent = (typeof textEvents)[number];

/** `ping` is the event that an owner sends to test a webhook. */
export type EventKind = TextEvent | 'ping';
