import { v7 } from 'uuid';

/**
 * A new row's id: a UUID of version 7. Each sorts after every one that this process made before, within a millisecond
 * and where the clock was set back as well, so rows come back in the order in which they were written.
 */
export function rowId(): string {
  return v7();
}
