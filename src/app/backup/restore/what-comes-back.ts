import { isSameSite, staffOf } from '../../../identity/since-backup.ts';
import type { Reader } from '../../../storage/storage.ts';
import { sinceBackup } from '../../features.ts';
import type { SiteInPlace } from './site-in-place.ts';

/** Decisions since the backup that are kept or reverted, one line each for the operator. */
export async function whatComesBack(
  restored: Reader,
  site: Pick<SiteInPlace, 'openReplaced'>,
  isKept: boolean,
): Promise<readonly string[]> {
  const lines = await compare(restored, site, isKept);
  if (lines) return lines;
  const staff = await staffOf(restored);
  return [
    'There is no later state of this site to compare with: whoever was dismissed, suspended or unsubscribed since the backup, every text that was taken down and every recovery code that was used is as it was then.',
    `Staff by the backup: ${staff.length > 0 ? staff.join(', ') : 'nobody'}. Look through Manage, People.`,
  ];
}

async function compare(
  restored: Reader,
  site: Pick<SiteInPlace, 'openReplaced'>,
  isKept: boolean,
): Promise<readonly string[] | undefined> {
  // The replaced database may be damaged.
  const opened = await site.openReplaced().catch(() => undefined);
  if (!opened) return undefined;
  const replacement = { restored, replaced: opened.db, isKept, now: Date.now() };
  try {
    // A database of another site or an older version, or a damaged one, can't be compared.
    const isComparable = await isSameSite(replacement).catch(() => false);
    return isComparable ? await sinceBackup(replacement) : undefined;
  } finally {
    await opened.close();
  }
}
