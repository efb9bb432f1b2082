import { createSignal } from './signal.ts';

/** What piles up where the site can't keep up. */
export const queueNames = [
  'connections',
  'layout',
  'letters',
  'passwords',
  'pictures',
  'turns',
  'writes',
] as const;

export interface QueueChange {
  readonly queue: (typeof queueNames)[number];
  readonly by: 1 | -1;
}

/** Whatever joins a queue, or leaves it. */
export const queueChanges = createSignal<QueueChange>('queues');

/** Tells of something that is in a queue, from when it waits until it is done. */
export function inQueue<T>(queue: QueueChange['queue'], work: Promise<T>): Promise<T> {
  if (!queueChanges.isHeard) return work;
  queueChanges.tell({ queue, by: 1 });
  return work.finally(() => queueChanges.tell({ queue, by: -1 }));
}
