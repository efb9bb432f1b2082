/** One piece of work that is done later. */
export class Delay {
  readonly #work: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  /** Does it after so many milliseconds from now, whatever was planned before. */
  restart(milliseconds: number): void {
    this.cancel();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work();
    }, milliseconds);
  }

  /** The same, unless it is planned already. */
  start(milliseconds: number): void {
    if (this.#timer === undefined) this.restart(milliseconds);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
