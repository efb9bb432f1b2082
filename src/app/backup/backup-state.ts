import type { BackupParts } from '../../features/backups/server/backup-answers.ts';
import { type FoundBackup, isAhead, listBackups } from './backup-folder.ts';

/** Settings of automatic backups. */
export interface BackupSettings {
  /** Interval in milliseconds; undefined where automatic backups are off. */
  readonly everyMs: number | undefined;
  /** Number of backups to keep. */
  readonly keep: number;
  /** Absolute path. */
  readonly folder: string;
  /** False excludes pictures in an object store; those in the folder are always included. */
  readonly keepsPictures?: boolean;
}

/** A backup is late after this many intervals. */
const lateFactor = 2;

export interface BackupState {
  /** Interval in milliseconds; undefined where automatic backups are off. */
  readonly everyMs: number | undefined;
  readonly newest: FoundBackup | undefined;
  /** Milliseconds since the newest backup was started. */
  readonly ageMs: number | undefined;
  /** The interval has passed. */
  readonly isDue: boolean;
  /** A backup was missed: the operator should find out why. */
  readonly isLate: boolean;
}

/** The age of the site's newest backup. `runsSince` and `now` are in milliseconds since 1970. */
export async function readBackupState(
  { everyMs, folder }: BackupSettings,
  runsSince: number,
  now: number,
): Promise<BackupState> {
  // An unreadable folder has no usable backup.
  const all = await listBackups(folder).catch(() => []);
  const newest = all.find((one) => !isAhead(one, now));
  const ageMs = newest && Math.max(0, now - newest.madeAt);
  const lateMs = (everyMs ?? Number.POSITIVE_INFINITY) * lateFactor;
  return {
    everyMs,
    newest,
    ageMs,
    isDue: everyMs !== undefined && (ageMs === undefined || ageMs >= everyMs),
    // A site that has just started had no time to make one.
    isLate: (ageMs ?? now - runsSince) > lateMs && now - runsSince > (everyMs ?? 0),
  };
}

const hourMs = 60 * 60_000;

/** The state of the backups for owners, without names or paths of the server. */
export function createReadBackups(settings: BackupSettings): BackupParts['readBackups'] {
  const runsSince = Date.now();
  return async () => {
    const { everyMs, newest, isLate } = await readBackupState(settings, runsSince, Date.now());
    return {
      everyHours: everyMs === undefined ? null : everyMs / hourMs,
      newest: newest
        ? { madeAt: new Date(newest.madeAt).toISOString(), bytes: newest.bytes }
        : null,
      isLate,
    };
  };
}
