import { createSignal } from './signal.ts';

/** Queues that grow when the process can't keep up; the names are label values of a metric. */
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

/** Published when a job enters or leaves a queue. */
export const queueChanges = createSignal<QueueChange>('queues');

/** Counts a job as queued until it has settled. */
export function inQueue<T>(queue: QueueChange['queue'], work: Promise<T>): Promise<T> {
  if (!queueChanges.hasSubscribers) return work;
  queueChanges.publish({ queue, by: 1 });
  return work.finally(() => queueChanges.publish({ queue, by: -1 }));
}
