import { type FoundBackup, isAhead, listBackups } from './backup-folder.ts';
import type { BackupSettings } from './backup-settings.ts';

/** Of the time from one backup to the next. */
const lateFactor = 2;

export interface BackupState {
  /** Milliseconds from one to the next; undefined where the site makes none. */
  readonly everyMs: number | undefined;
  readonly newest: FoundBackup | undefined;
  /** Milliseconds since the newest was begun. */
  readonly ageMs: number | undefined;
  /** It is time for another. */
  readonly isDue: boolean;
  /** One was missed: the operator should find out why. */
  readonly isLate: boolean;
}

/** How old the site's newest backup is. `runsSince` and `now` are in milliseconds since 1970. */
export async function readBackupState(
  { everyMs, folder }: BackupSettings,
  runsSince: number,
  now: number,
): Promise<BackupState> {
  // A folder that can't be read holds none that could be used.
  const all = await listBackups(folder).catch(() => []);
  const newest = all.find((one) => !isAhead(one, now));
  const ageMs = newest && Math.max(0, now - newest.madeAt);
  const lateMs = (everyMs ?? Number.POSITIVE_INFINITY) * lateFactor;
  return {
    everyMs,
    newest,
    ageMs,
    isDue: everyMs !== undefined && (ageMs === undefined || ageMs >= everyMs),
    // One that was only just started has had no time to make any.
    isLate: (ageMs ?? now - runsSince) > lateMs && now - runsSince > (everyMs ?? 0),
  };
}
