/** Allows at most `limit` attempts in any `perMs` milliseconds. */
export interface RateRule {
  /** What is counted, such as `sign-up`; rules with the same name share their counts. */
  readonly name: string;
  readonly limit: number;
  readonly perMs: number;
  /**
   * Exponential backoff instead of a limit per period: from the attempt number `limit` on, each attempt starts a wait
   * that is longer than the last. The count expires `perMs` after the last wait.
   */
  readonly backOff?: { readonly firstMs: number; readonly longestMs: number };
}

/** A rule and its subject: a person's id, an address, or a network. */
export type Try = readonly [rule: RateRule, who: string];

export interface RateLimiter {
  /** Counts an attempt of `who`, or throws `too-many-requests` without counting. */
  take(rule: RateRule, who: string): Promise<void>;
  /** Counts an attempt of each, or throws `too-many-requests` without counting any. */
  takeAll(tries: readonly Try[]): Promise<void>;
  /** Uncounts the last attempt of each. Resets the counts of `anew`. */
  giveBack(tries: readonly Try[], anew?: readonly Try[]): Promise<void>;
  /** Throws `too-many-requests` if `take` would, without counting: for rules that count only failures. */
  assertRoom(rule: RateRule, who: string): Promise<void>;
  /** Resets the counts of all subjects that begin with this text and a space. */
  forgetAll(rule: RateRule, beginning: string): Promise<void>;
}
