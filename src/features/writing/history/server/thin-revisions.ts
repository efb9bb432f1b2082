const dayMs = 24 * 60 * 60_000;
/** After this period, one revision per week is kept instead of one per day. */
const dailyForMs = 30 * dayMs;

export interface RevisionAge {
  readonly version: number;
  readonly saved_at: number;
}

/** The period of which one revision is kept: a UTC day, later a week; younger revisions are all kept. */
function spanOf({ version, saved_at }: RevisionAge, now: number): string {
  const age = now - saved_at;
  if (age < dayMs) return `version ${version}`;
  // Calendar periods instead of age, so that the choice within each is stable.
  const day = Math.floor(saved_at / dayMs);
  return age < dailyForMs ? `day ${day}` : `week ${Math.floor(day / 7)}`;
}

/**
 * The versions of the revisions to delete: all of the last 24 hours stay, then the last one of each day for 30 days,
 * then the last one of each week, and of these the latest `most`. Input is sorted latest first.
 */
export function revisionsToDrop(
  revisions: readonly RevisionAge[],
  most: number,
  now: number,
): readonly number[] {
  const kept = new Set<string>();
  return revisions.flatMap((revision) => {
    const span = spanOf(revision, now);
    if (kept.has(span) || kept.size === most) return [revision.version];
    kept.add(span);
    return [];
  });
}
