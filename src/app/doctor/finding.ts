export interface Finding {
  /** The checked subject, such as `Disk`. */
  readonly about: string;
  /** `warn`: works, but needs the operator's attention. `fail`: doesn't work, or won't when needed. */
  readonly level: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do; absent where nothing is needed. */
  readonly advice?: string;
}

export type Found = Omit<Finding, 'about'>;

export const ok = (found: string): Found => ({ level: 'ok', found });
export const warn = (found: string, advice: string): Found => ({ level: 'warn', found, advice });
export const fail = (found: string, advice: string): Found => ({ level: 'fail', found, advice });

/** A check. An exception counts as a finding. */
export interface Check {
  readonly about: string;
  readonly look: () => Promise<Found | readonly Found[]> | Found | readonly Found[];
}

export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  if (!(first instanceof Error)) return String(first);
  const cause = first.cause instanceof Error ? ` (${reasonOf(first.cause)})` : '';
  return `${first.message || first.name}${cause}`;
}

export async function runChecks(checks: readonly Check[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { about, look } of checks) {
    let found: Found | readonly Found[];
    try {
      found = await look();
    } catch (error) {
      found = fail(reasonOf(error), 'Mend what it says, and ask again.');
    }
    for (const one of 'level' in found ? [found] : found) findings.push({ about, ...one });
  }
  return findings;
}
