import type { Reader } from '../../../storage/storage.ts';
import { nextDigestAfter } from './newsletter-settings.ts';

/**
 * For a database that was put back from a backup: nothing that was sent since is sent again by itself. What was being sent
 * waits until the owner says so, and a digest whose time has passed waits for its next one.
 */
export async function holdLetters(db: Reader, now: number): Promise<void> {
  await db
    .updateTable('newsletter_issues')
    .set({
      state: 'paused',
      again_at: null,
      reason:
        'It was being sent when the backup was made: some may have it that are listed as waiting.',
    })
    .where((row) => row.or([row('state', '=', 'sending'), row('again_at', 'is not', null)]))
    .execute();
  await db
    .updateTable('newsletter_settings')
    .set({ digest_at: nextDigestAfter(now) })
    .where('digest_at', '<=', now)
    .execute();
}
