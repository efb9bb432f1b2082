import type { BenchAccount } from '../account.ts';
import type { ServerProcess } from '../server-process.ts';

export interface Target extends ServerProcess {
  readonly port: number;
  readonly dataDir: string;
  /** Somebody with a blog and a session. */
  readonly owner: BenchAccount;
  /** Another account of the same site. */
  join(): Promise<BenchAccount>;
}

/** Something that once worked against the site. */
export interface Attack {
  readonly name: string;
  /** Settings of the site that is attacked; the limits are those of a new site unless they say otherwise. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Resolves to what the site answered, for the table; `isRepelled` is the judgement. */
  readonly run: (target: Target) => Promise<Outcome>;
}

export interface Outcome {
  readonly isRepelled: boolean;
  readonly seen: string;
}

/** The longest that a stranger may wait because of what another sent, in milliseconds. */
export const longestWaitMs = 250;
