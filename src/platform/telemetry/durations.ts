import { createSignal } from './signal.ts';

export interface Duration {
  readonly ms: number;
}

/** What a piece of work waited for: its locks (`turn`), or a connection to the database. */
export interface Wait extends Duration {
  readonly for: 'turn' | 'connection';
}

export interface Render extends Duration {
  /** Signed-out visitors, all members, or one member. */
  readonly audience: 'strangers' | 'members' | 'one person';
}

/** Each statement that the database has answered. */
export const queries = createSignal<Duration>('queries');
/** Each wait for the database that is over. */
export const waits = createSignal<Wait>('waits');
/** Each page that has been rendered. */
export const renders = createSignal<Render>('renders');

/** Runs a statement and publishes how long it took. */
export function measureQuery<T>(ask: () => Promise<T>): Promise<T> {
  if (!queries.hasSubscribers) return ask();
  const began = performance.now();
  return ask().finally(() => queries.publish({ ms: performance.now() - began }));
}

/** The same work, which publishes when it starts how long it waited. */
export function measureWait<Given extends readonly unknown[], T>(
  work: (...given: Given) => T,
): (...given: Given) => T {
  if (!waits.hasSubscribers) return work;
  const began = performance.now();
  let isBegun = false;
  return (...given) => {
    // The database may have it run again.
    if (!isBegun) waits.publish({ ms: performance.now() - began, for: 'turn' });
    isBegun = true;
    return work(...given);
  };
}
