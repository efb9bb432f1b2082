import { createSignal } from './signal.ts';

/** Queues that grow where the process can't keep up; the names are values of a metric. */
export const queueNames = [
  'connections',
  'layout',
  'passwords',
  'pictures',
  'turns',
  'writes',
] as const;

export interface QueueChange {
  readonly queue: (typeof queueNames)[number];
  readonly by: 1 | -1;
}

/** Each job that joins a queue or leaves it. */
export const queueChanges = createSignal<QueueChange>('queues');

/** Counts a job as part of a queue from now until it has settled. */
export function inQueue<T>(queue: QueueChange['queue'], work: Promise<T>): Promise<T> {
  if (!queueChanges.hasSubscribers) return work;
  queueChanges.publish({ queue, by: 1 });
  return work.finally(() => queueChanges.publish({ queue, by: -1 }));
}
