import { createSignal } from './signal.ts';

export interface Duration {
  readonly ms: number;
}

/** For what a piece of work waited: that others are done with what it needs alone, or a connection to the database. */
export interface Wait extends Duration {
  readonly for: 'turn' | 'connection';
}

export interface Render extends Duration {
  /** For whom: nobody in particular, all members, or one person. */
  readonly audience: 'strangers' | 'members' | 'one person';
}

/** Each statement that the database has answered. */
export const queries = createSignal<Duration>('queries');
/** Each wait for the database that is over. */
export const waits = createSignal<Wait>('waits');
/** Each page that has been rendered. */
export const renders = createSignal<Render>('renders');

/** Asks the database, and tells how long that took. */
export function tellQuery<T>(ask: () => Promise<T>): Promise<T> {
  if (!queries.isHeard) return ask();
  const began = performance.now();
  return ask().finally(() => queries.tell({ ms: performance.now() - began }));
}

/** The same work, which tells when it is begun how long it waited for its turn. */
export function tellTurn<Given extends readonly unknown[], T>(
  work: (...given: Given) => T,
): (...given: Given) => T {
  if (!waits.isHeard) return work;
  const began = performance.now();
  let isBegun = false;
  return (...given) => {
    // It may be run again.
    if (!isBegun) waits.tell({ ms: performance.now() - began, for: 'turn' });
    isBegun = true;
    return work(...given);
  };
}
