import type { Reader } from '../../../storage/storage.ts';
import { nextDigestAfter } from './newsletter-settings.ts';

/**
 * Prepares a restored database: e-mails that were sent after the backup must not be sent again automatically.
 * Newsletters being sent are paused until the owner resumes them, and an overdue digest is postponed to its next date.
 */
export async function holdEmails(db: Reader, now: number): Promise<void> {
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
