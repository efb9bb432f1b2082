import type { HealthzWaits } from '../../test/fuzz/site/watch-healthz.ts';
import type { SiteMember } from '../../test/site-member.ts';
import type { BenchSite } from '../start-site.ts';

export interface Target extends BenchSite {
  /** A member with a session, who owns the data that attacks use. */
  readonly owner: SiteMember;
}

/** An attack that worked against an earlier version of the site. */
export interface Attack {
  readonly name: string;
  /** Settings of the attacked site; limits default to those of a new site. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Resolves to the site's reply, for the table; `isRepelled` returns whether the attack failed. */
  readonly run: (target: Target) => Promise<Outcome>;
}

export interface Outcome {
  readonly isRepelled: boolean;
  readonly seen: string;
}

/** The longest that an attack may delay other visitors' requests, in milliseconds. */
const longestWaitMs = 250;

/** Whether other visitors were served all the while. */
export function isServed({ longestMs, failed }: HealthzWaits): boolean {
  return longestMs < longestWaitMs && failed === 0;
}
