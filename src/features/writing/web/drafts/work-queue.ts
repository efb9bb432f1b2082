/** Does one thing after the other. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves, or rejects, as `work` does. */
  async run(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    await done;
  }

  /** Resolves when everything that was begun or waits has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
