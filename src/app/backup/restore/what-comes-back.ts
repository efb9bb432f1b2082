import { isLaterState, staffOf } from '../../../identity/since-backup.ts';
import type { Reader } from '../../../storage/storage.ts';
import { sinceBackup, undoneByRestore } from '../../features.ts';
import type { SiteInPlace } from './site-in-place.ts';

interface BackupGiven {
  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number;
  /** Whether decisions since are kept. */
  readonly isKept: boolean;
}

/** Decisions since the backup that are kept or reverted, one line each for the operator. */
export async function whatComesBack(
  restored: Reader,
  site: Pick<SiteInPlace, 'openReplaced'>,
  backup: BackupGiven,
): Promise<readonly string[]> {
  const lines = await compare(restored, site, backup);
  if (lines) return lines;
  const staff = await staffOf(restored);
  return [
    `There is no later state of this site to compare with. As they were at the backup are: ${undoneByRestore.join('; ')}.`,
    `Staff by the backup: ${staff.length > 0 ? staff.join(', ') : 'nobody'}. Look through Manage, People.`,
  ];
}

async function compare(
  restored: Reader,
  site: Pick<SiteInPlace, 'openReplaced'>,
  { isKept, madeAt }: BackupGiven,
): Promise<readonly string[] | undefined> {
  // The replaced database may be damaged.
  const opened = await site.openReplaced().catch(() => undefined);
  if (!opened) return undefined;
  const replacement = { restored, replaced: opened.db, isKept, now: Date.now() };
  try {
    // A database of another site, an earlier state or an older version, or a damaged one, can't be compared.
    const isComparable = await isLaterState(replacement, madeAt).catch(() => false);
    return isComparable ? await sinceBackup(replacement) : undefined;
  } finally {
    await opened.close();
  }
}
