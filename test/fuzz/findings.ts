/** An unexpected result. */
export interface Finding {
  /** Identifies the finding: repeated findings of this name are only counted. */
  readonly what: string;
  /** How to reproduce it. */
  readonly how: string;
  readonly times: number;
}

/** The result of one part of the fuzzing. */
export interface PartResult {
  readonly part: string;
  readonly inputs: number;
  readonly seconds: number;
  readonly serverErrors: number;
  /** Number of processes that ended. */
  readonly crashes: number;
  /** Number of requests refused with 503 and `Retry-After`. */
  readonly busy: number;
  /**
   * Longest time in milliseconds of processor time that the event loop was blocked; undefined without an event loop.
   */
  readonly heldMs?: number;
  readonly findings: readonly Finding[];
}

/** Limit in milliseconds of processor time for blocking the event loop. */
export const heldMaxMs = 250;

/** Collects the findings of a part. */
export class Findings {
  readonly #found = new Map<string, Finding>();

  add(what: string, how: string): void {
    const before = this.#found.get(what);
    this.#found.set(
      what,
      before ? { ...before, times: before.times + 1 } : { what, how, times: 1 },
    );
  }

  get list(): readonly Finding[] {
    return [...this.#found.values()];
  }
}

/** Limits of a part: it ends after `cases` inputs or `ms` milliseconds, whichever is first. */
export interface Budget {
  readonly seed: number;
  readonly cases: number;
  readonly ms: number;
}
