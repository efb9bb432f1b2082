/** At most `limit` times in any `perMs` milliseconds. */
export interface RateRule {
  /** Names what is counted, such as `sign-up`; rules of one name share their counts. */
  readonly name: string;
  readonly limit: number;
  readonly perMs: number;
  /**
   * Instead of a limit per span: after `limit` tries a wait begins, and a longer one with each further try. What was
   * counted is forgotten `perMs` after the last wait.
   */
  readonly backOff?: { readonly firstMs: number; readonly longestMs: number };
}

/** A rule, and who is counted by it: a person's id, an address, a network. */
export type Try = readonly [rule: RateRule, who: string];

export interface RateLimiter {
  /** Counts one more for `who`, or throws `too-many-requests` and doesn't count. */
  take(rule: RateRule, who: string): Promise<void>;
  /** Counts one more for each, or throws `too-many-requests` and counts none. */
  takeAll(tries: readonly Try[]): Promise<void>;
  /** Takes the last one of each back: it turned out not to count. For those of `anew` it begins anew. */
  giveBack(tries: readonly Try[], anew?: readonly Try[]): Promise<void>;
  /** Throws `too-many-requests` where `take` would, without counting: for rules that count failures only. */
  assertRoom(rule: RateRule, who: string): Promise<void>;
  /** Begins anew for everybody whose name begins with this and a blank. */
  forgetAll(rule: RateRule, beginning: string): Promise<void>;
}
