import type { BackupParts } from '../../features/backups/server/backup-answers.ts';
import type { BackupSettings } from './backup-settings.ts';
import { readBackupState } from './backup-state.ts';

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
