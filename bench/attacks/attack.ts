import type { HealthzWaits } from '../../test/fuzz/site/watch-healthz.ts';
import type { SiteMember } from '../../test/site-member.ts';
import type { BenchSite } from '../start-site.ts';

export interface Target extends BenchSite {
  /** Somebody with a session. */
  readonly owner: SiteMember;
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
const longestWaitMs = 250;

/** Whether a stranger was answered all the while. */
export function isServed({ longestMs, failed }: HealthzWaits): boolean {
  return longestMs < longestWaitMs && failed === 0;
}
