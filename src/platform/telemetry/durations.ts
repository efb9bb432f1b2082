import { createSignal } from './signal.ts';

export interface Duration {
  readonly ms: number;
}

/** A wait for locks (`turn`) or for a database connection. */
export interface Wait extends Duration {
  readonly for: 'turn' | 'connection';
}

export interface Render extends Duration {
  /** Signed-out visitors, all members, or one member. */
  readonly audience: 'strangers' | 'members' | 'one person';
}

/** Completed database statements. */
export const queries = createSignal<Duration>('queries');
/** Completed waits for the database. */
export const waits = createSignal<Wait>('waits');
/** Rendered pages. */
export const renders = createSignal<Render>('renders');

/** Runs a statement and publishes its duration. */
export function measureQuery<T>(ask: () => Promise<T>): Promise<T> {
  if (!queries.hasSubscribers) return ask();
  const began = performance.now();
  return ask().finally(() => queries.publish({ ms: performance.now() - began }));
}

/** Wraps work so that it publishes its waiting time when it starts. */
export function measureWait<Given extends readonly unknown[], T>(
  work: (...given: Given) => T,
): (...given: Given) => T {
  if (!waits.hasSubscribers) return work;
  const began = performance.now();
  let isBegun = false;
  return (...given) => {
    // The database may run it again after a conflict.
    if (!isBegun) waits.publish({ ms: performance.now() - began, for: 'turn' });
    isBegun = true;
    return work(...given);
  };
}
