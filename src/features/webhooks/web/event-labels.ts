import type { TextEvent } from '../../../blog/events.ts';

/** Labels of the events. A new kind is one line. */
export const eventLabels: Readonly<Record<TextEvent, string>> = {
  'blog.published': 'A blog is published',
  'blog.updated': 'A published blog is changed',
  'blog.removed': 'A blog is no longer visible',
  'comment.created': 'A comment is made',
  'comment.removed': 'A comment is no longer visible',
};
