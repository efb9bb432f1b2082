const dayMs = 24 * 60 * 60_000;
/** After this long, one of a week is kept instead of one of a day. */
const dailyForMs = 30 * dayMs;

export interface RevisionAge {
  readonly version: number;
  readonly saved_at: number;
}

/** What a revision shares with the others of which one is kept: a day of UTC, later a week; alone for a day. */
function spanOf({ version, saved_at }: RevisionAge, now: number): string {
  const age = now - saved_at;
  if (age < dayMs) return `version ${version}`;
  // Spans of the calendar and not of the age: they stay what they are, and so does what is kept of each.
  const day = Math.floor(saved_at / dayMs);
  return age < dailyForMs ? `day ${day}` : `week ${Math.floor(day / 7)}`;
}

/**
 * Which revisions of a blog are to go, by their versions: all of the last 24 hours stay, then the last one of each day
 * for 30 days, then the last one of each week, and of these the latest `most`. Given the latest first.
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
