import type { BackupParts } from '../../features/backups/server/backup-answers.ts';
import { type FoundBackup, isAhead, listBackups } from './backup-folder.ts';

/** What the site itself does about backups. */
export interface BackupSettings {
  /** Milliseconds from one to the next; undefined where it makes none. */
  readonly everyMs: number | undefined;
  /** The newest of them stay. */
  readonly keep: number;
  /** Absolute path. */
  readonly folder: string;
  /** False leaves pictures in a store to it; those in the folder are kept in any case. */
  readonly keepsPictures?: boolean;
}

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

const hourMs = 60 * 60_000;

/** What owners see of the backups: neither names nor paths of the machine. */
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
