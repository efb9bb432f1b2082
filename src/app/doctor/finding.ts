/** What the doctor found of one thing. */
export interface Finding {
  /** What was looked at, such as `Disk`. */
  readonly about: string;
  /** `warn`: it works, but the operator should look. `fail`: it doesn't work, or won't when it is needed. */
  readonly level: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do; missing where nothing is to be done. */
  readonly advice?: string;
}

export type Found = Omit<Finding, 'about'>;

export const ok = (found: string): Found => ({ level: 'ok', found });
export const warn = (found: string, advice: string): Found => ({ level: 'warn', found, advice });
export const fail = (found: string, advice: string): Found => ({ level: 'fail', found, advice });

/** One thing that is looked at. What it throws is its finding as well. */
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
