/** What is kept is changed by one piece of work at a time: each looks at all of it before it throws something away. */
let last: Promise<unknown> = Promise.resolve();

export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work, work);
  last = result.catch(() => {});
  return result;
}

/** Grows when a person's things are deleted. */
let deletions = 0;

export function noteDeletion(): void {
  deletions += 1;
}

/** Whether nothing was deleted since: what was asked for before that may be the things of the person who left. */
export function sinceNow(): () => boolean {
  const then = deletions;
  return () => deletions === then;
}
