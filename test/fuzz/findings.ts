/** Something that should not have been. */
export interface Finding {
  /** One of these is enough: what else has the same name is only counted. */
  readonly what: string;
  /** What leads there again. */
  readonly how: string;
  readonly times: number;
}

/** What a part of the fuzzing came to. */
export interface PartResult {
  readonly part: string;
  readonly inputs: number;
  readonly seconds: number;
  readonly serverErrors: number;
  /** Processes that ended. */
  readonly crashes: number;
  /** Refused with 503 and `Retry-After`. */
  readonly busy: number;
  /** Milliseconds of processor time that the event loop was held for at most; undefined where there is none to hold. */
  readonly heldMs?: number;
  readonly findings: readonly Finding[];
}

/** Most milliseconds of processor time that anything may hold the event loop for. */
export const heldMaxMs = 250;

/** Collects what a part finds. */
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

/** How far a part goes: until so many inputs were sent, or so much time has passed, whichever is first. */
export interface Budget {
  readonly seed: number;
  readonly cases: number;
  readonly ms: number;
}
