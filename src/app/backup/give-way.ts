import { setPriority } from 'node:os';

/** Of 19, the least that anybody can have. */
const lowPriority = 10;

/** From now on this process waits where the site, or anybody else, has something to do. */
export function giveWay(): void {
  try {
    setPriority(lowPriority);
  } catch {
    // Then it runs as fast as the others.
  }
}
