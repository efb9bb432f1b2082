/** Serializes changes of stored content: each reads all of it before deleting some. */
let last: Promise<unknown> = Promise.resolve();

export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work, work);
  last = result.catch(() => {});
  return result;
}

/** Counts deletions of a person's content. */
let deletions = 0;

export function noteDeletion(): void {
  deletions += 1;
}

/** Returns a check that nothing was deleted since: otherwise a reply may belong to a person who has signed out. */
export function watchDeletions(): () => boolean {
  const then = deletions;
  return () => deletions === then;
}
